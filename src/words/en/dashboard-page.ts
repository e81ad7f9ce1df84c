/** Every sentence of the dashboard's pages, in English, which defines the keys for all languages that have them. */
export const en = {
  'app.name': 'Checkout',
  'app.skip': 'Skip to the content',
  'app.loading': 'Loading…',
  'app.offline':
    'You are offline. What you see may be old; nothing can be done until you are back.',

  'nav.me': 'Your account',

  'person.menu': 'Account of {name}',
  'person.sign-out': 'Sign out',

  'role.admin': 'Admin',
  'role.support': 'Support',
  'role.finance': 'Finance',
  'role.viewer': 'Viewer',
  'role.owner': 'Owner',
  'role.developer': 'Developer',
  'role.operator': '{role} of the operator, for every merchant',
  'role.merchant': '{role} of {merchant}',

  'zone.label': 'Times in',
  'zone.mine': 'my zone',
  'zone.merchant': 'the merchant’s zone',
  'zone.utc': 'UTC',

  'copy.button': 'Copy {what}',
  'copy.short': 'Copy',
  'copy.done': 'Copied',
  'copy.refused': 'The browser does not copy here',

  'error.title': 'This did not load',
  'problem.not_signed_in': 'You are not signed in any more.',
  'problem.invalid_sign_in_link': 'The link was used, it is too old, or a newer one replaced it.',
  'problem.passkey_required': 'You need a passkey before anything else opens.',
  'problem.not_found': 'There is no such thing, or it is not yours.',
  'problem.invalid_request': 'What was sent is not valid.',
  'problem.temporarily_unavailable':
    'The dashboard is busy, or its database is away. Nothing was changed.',
  'problem.internal_error': 'Something went wrong on the server.',
  'problem.other': 'The dashboard refused.',
  'error.no-answer':
    'There was no answer. Your connection, or the dashboard, is away for the moment.',
  'error.broken':
    'Something went wrong on this page. After an update of the dashboard, loading it anew helps.',
  'error.request': 'Request',
  'error.request-id': 'request id',
  'error.again': 'Try again',
  'error.reload': 'Load the page anew',
  'error.too-often': 'Too many tries. Wait a minute, then try again.',
  'error.forbidden': 'Your role does not include this',
  'error.forbidden-text': 'An admin of the operator can give you another role.',
  'error.not-found': 'There is no such thing, or it is not yours',
  'error.not-found-text':
    'The address names nothing that you may see. What is looked for by an order, an e-mail or an id may be found below.',
  'error.home': 'To the start',

  'sign-in.title': 'Sign in',
  'sign-in.with-link': 'The link signs in once, in this browser. Press when you are ready.',
  'sign-in.button': 'Sign in',
  'sign-in.pending': 'Signing in…',
  'sign-in.dead': 'This link does not work',
  'sign-in.dead-text': 'It was used, it is too old, or a newer one replaced it. Ask for another.',
  'sign-in.no-link':
    'Use your passkey, or open the link that you were given: its part behind the # signs in, and leaves the address as soon as the page is open.',
  'sign-in.new-link': 'Whoever runs the checkout makes a link by this command:',
  'sign-in.ended': 'Your session has ended',
  'sign-in.ended-text':
    'You signed out, were away for long, or somebody ended it. What you were looking at opens again after you sign in.',

  'me.title': 'Your account',
  'me.email': 'E-mail',
  'me.roles': 'Roles',
  'me.sessions': 'Where you are signed in',
  'me.sessions-text': 'End what you do not know.',
  'me.here': 'this browser',
  'me.since': 'Since',
  'me.seen': 'Last seen',
  'me.end': 'End',
  'me.end-of': 'End the session in {browser}',
  'me.unknown-browser': 'an unknown browser',
} as const
