import type { Check } from './check.ts'

type Genuine = Pick<Check, 'weight' | 'title' | 'sent' | 'why' | 'mend'>

const DUPLICATES_WHY =
  'Notifications come at least once: an answer that is lost on the way makes the checkout send again. What is not answered with 2xx comes back for 72 hours.'
const DUPLICATES_MEND =
  'Keep the webhook-id of what was handled, and answer 2xx when it comes again.'

const GENUINE = {
  ping: {
    weight: 4,
    title: 'Takes a ping',
    sent: 'a signed ping, which tells of no session',
    why: 'An operator sends one to see whether the callback works. It carries no session.',
    mend: 'Verify it like any notification, then answer 2xx and do nothing.',
  },
  'in-order': {
    weight: 10,
    title: 'Takes the notifications of a session in their order',
    sent: 'all notifications of a session, signed as the checkout signs',
    why: 'This is what every payment sends. Without it no order is ever known to be paid.',
    mend: 'Verify the body exactly as it came with the secret of this callback, and answer 2xx.',
  },
  'duplicate-at-once': {
    weight: 5,
    title: 'Takes a notification again at once',
    sent: 'each notification a second time, right after the first',
    why: DUPLICATES_WHY,
    mend: DUPLICATES_MEND,
  },
  'duplicate-later': {
    weight: 4,
    title: 'Takes a notification again later',
    sent: 'each notification once more, after those of other sessions',
    why: DUPLICATES_WHY,
    mend: DUPLICATES_MEND,
  },
  'duplicate-same-moment': {
    weight: 5,
    title: 'Takes the same notification several times at the same moment',
    sent: 'each notification four times at once, on four connections',
    why: 'A try that took too long and the next one can arrive together: both find that nobody has handled it yet.',
    mend: 'Let the database decide: insert the webhook-id under a unique index, in the transaction that does the work.',
  },
  reordered: {
    weight: 6,
    title: 'Takes notifications in another order',
    sent: 'the notifications of a session, that of its payment first',
    why: 'What failed once is sent again later, so that a newer notification arrives before an older one.',
    mend: 'Compare `sequence` with the last one that you applied for the session; acknowledge an older one with 2xx and do not wait for a missing one.',
  },
  delayed: {
    weight: 3,
    title: 'Takes a notification that comes long after the others',
    sent: 'one notification of a session after everything else, signed anew as each try is',
    why: 'A delivery can come three days late. Its signature is fresh, its event is old.',
    mend: 'Judge age by the header webhook-timestamp and never by the time in the body; acknowledge what is old news.',
  },
} satisfies Record<string, Genuine>

const TOLERANT = {
  'rotation-first': {
    weight: 3,
    title: 'Takes two signatures of which the first is right',
    sent: 'a notification with the right signature, and after it one by another secret',
    why: 'While a secret is being replaced, each notification carries a signature of the old and one of the new.',
    mend: 'Split webhook-signature at the spaces and accept the notification when any signature matches.',
  },
  'rotation-second': {
    weight: 4,
    title: 'Takes two signatures of which the second is right',
    sent: 'a notification with a signature by another secret, and after it the right one',
    why: 'While a secret is being replaced, each notification carries a signature of the old and one of the new, and the one you know may be the second.',
    mend: 'Split webhook-signature at the spaces and accept the notification when any signature matches.',
  },
  'unknown-type': {
    weight: 4,
    title: 'Acknowledges a type that it does not know',
    sent: 'a signed notification of a type that does not exist yet',
    why: 'New types will appear. One that is not acknowledged comes again for 72 hours.',
    mend: 'Answer 2xx and do nothing for types that you do not handle.',
  },
  'unknown-fields': {
    weight: 4,
    title: 'Ignores fields that it does not know',
    sent: 'the first delivery of a notification, with additional fields',
    why: 'New fields will appear, in any object of the body.',
    mend: 'Read the fields that you use, and let a strict schema pass the others.',
  },
  'other-format': {
    weight: 3,
    title: 'Takes a body that is written otherwise',
    sent: 'signed pings with spaces and line breaks, with keys in another order, with escaped letters',
    why: 'How JSON is written may change; what is signed are the bytes that came.',
    mend: 'Take the raw body before any JSON parser sees it, and verify that.',
  },
  'clock-skew': {
    weight: 3,
    title: 'Takes a signature of half a minute ago or ahead',
    sent: 'pings that were signed 30 seconds ago, and 30 seconds from now',
    why: 'A request takes its time on the way, and no two clocks agree.',
    mend: 'Accept a webhook-timestamp of up to five minutes before and after now.',
  },
  'header-case': {
    weight: 2,
    title: 'Reads headers in any case',
    sent: 'pings with WEBHOOK-ID and with Webhook-Id',
    why: 'Names of headers have no case, and proxies rewrite them.',
    mend: 'Look headers up without regard to case.',
  },
  'slow-pieces': {
    weight: 3,
    title: 'Waits for a body that comes in pieces',
    sent: 'a notification that begins late and comes in pieces, cut within a character',
    why: 'Networks cut where they like, also within a letter of several bytes.',
    mend: 'Collect the bytes to the end before you decode or verify them.',
  },
} satisfies Record<string, Genuine>

export const GENUINE_CHECKS = { ...asChecks(GENUINE, 'genuine'), ...asChecks(TOLERANT, 'tolerant') }

function asChecks<Id extends string>(
  table: Record<Id, Genuine>,
  group: 'genuine' | 'tolerant',
): Record<Id, Check> {
  const checks = Object.entries<Genuine>(table).map(([id, check]): [string, Check] => [
    id,
    { ...check, group, expects: 'taken', must: true, expected: '2xx, within 10 s' },
  ])
  return Object.fromEntries(checks) as Record<Id, Check>
}
