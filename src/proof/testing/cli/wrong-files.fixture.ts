import { expect } from 'vitest'

export const SECRET = 'canary-of-a-secret'
export const PASSPHRASE = 'canary-of-a-passphrase'

/** A wrong accounts file, an object or the text itself, and what `checkout` says about it. */
export type Row = [what: string, file: unknown, problems: string[]]

export const BANK = {
  module: 'api-pix',
  dialect: 'sicredi',
  clientId: 'shop',
  clientSecret: 'env:BANK_SECRET',
  certificate: 'file:bank.pem',
  key: 'file:bank.key',
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
}
export const METHODS = { pix: 'bank' }

/** A file with this account beside others. */
export const withBank = (bank: object, more: object = {}) => ({
  accounts: { bank: { ...BANK, ...bank } },
  methods: METHODS,
  ...more,
})
const withModule = (module: string, settings: object = {}) => ({
  accounts: { bank: BANK, own: { module, ...settings } },
  methods: { ...METHODS, card: 'own' },
})

export const WHOLE_FILE: Row[] = [
  ['is empty', '', ['the file is empty: write accounts and methods into it']],
  ['is a list', '[]', ['the file must hold an object: { "accounts": { … }, "methods": { … } }']],
  [
    'is a text',
    `"${SECRET}"`,
    ['the file must hold an object: { "accounts": { … }, "methods": { … } }'],
  ],
  ['is null', 'null', ['the file must hold an object: { "accounts": { … }, "methods": { … } }']],
  [
    'is no JSON',
    `{\n  "accounts": { "bank": ${SECRET} }\n}`,
    ['the file is not JSON (line 2, column 25): look there for a quote, a comma or a brace'],
  ],
  [
    'ends too early',
    `{ "accounts": { "bank": { "clientSecret": "${SECRET}"`,
    ['the file is not JSON (its end is missing): look there for a quote, a comma or a brace'],
  ],
  [
    'has nothing',
    {},
    [
      'accounts must hold at least one account',
      'methods must name the account of at least one method',
    ],
  ],
  [
    'has lists and texts for objects',
    { accounts: [BANK], methods: 'bank', webhooks: 'none', fakes: [] },
    [
      'accounts must be an object: { "name": { "module": … } }',
      'methods must be an object that names an account for each method',
      'webhooks must be an object',
      'fakes must be an object',
    ],
  ],
  [
    'has an account that is a text',
    { accounts: { bank: 'api-pix' }, methods: METHODS },
    ['accounts.bank must be an object: { "module": … }'],
  ],
  [
    'has unknown sections and methods',
    withBank({}, { version: 2, webhook: {}, methods: { pix: 'bank', cheque: 'bank' } }),
    [
      'version is unknown: known are accounts, methods, webhooks, fakes',
      'webhook is unknown: known are accounts, methods, webhooks, fakes',
      'methods.cheque is unknown: known are card, pix, boleto',
    ],
  ],
  [
    'has two accounts of one name',
    `{ "accounts": { "bank": ${JSON.stringify(BANK)}, "bank": ${JSON.stringify(BANK)} }, "methods": { "pix": "bank" } }`,
    ['accounts.bank stands in the file twice: keep one'],
  ],
  [
    'has two accounts for one method, and two values of a setting',
    `{ "accounts": { "bank": ${JSON.stringify(BANK).replace('{', '{ "pixKey": "", ')}, "more": ${JSON.stringify(BANK)} }, "methods": { "pix": "more", "p\\u0069x": "bank" } }`,
    [
      'accounts.bank.pixKey stands in the file twice: keep one',
      'methods.pix stands in the file twice: keep one',
    ],
  ],
  [
    'names a list for a method',
    withBank({}, { methods: { pix: ['bank', 'other'] } }),
    ['methods.pix must be the name of one account'],
  ],
  [
    'names accounts that cannot take the method, are retired, or are not there',
    {
      accounts: {
        bank: BANK,
        old: { ...BANK, retired: true },
        'Bad Name': { ...BANK, retired: true },
      },
      methods: { card: 'bank', pix: 'old', boleto: 'nowhere' },
    },
    [
      'accounts.Bad Name is no name of an account: use 1 to 32 small letters, digits, hyphens and underscores, a letter or digit first',
      'methods.card names the account "bank", whose module (api-pix) takes pix alone',
      'methods.pix names the account "old", which is retired: name another',
      'methods.boleto names the account "nowhere", which is not in accounts: add it, or name another',
    ],
  ],
]

export const VALUES: Row[] = [
  [
    'a variable that is not set',
    withBank({ clientId: 'env:NOT_SET' }),
    [
      'accounts.bank.clientId names the variable NOT_SET, which is not set: set it, or name another',
    ],
  ],
  [
    'a value where the name of a variable belongs',
    withBank({ clientSecret: `env:${SECRET}!` }),
    [
      'accounts.bank.clientSecret has no name of a variable after "env:": write the name, as in "env:BANK_SECRET", and not the value',
    ],
  ],
  [
    'the form of a shell',
    withBank({ clientId: '${BANK_ID}' }),
    ['accounts.bank.clientId is not replaced in this form: write "env:BANK_ID"'],
  ],
  [
    'secrets in the file',
    withBank({ clientSecret: SECRET, keyPassphrase: PASSPHRASE }),
    [
      'accounts.bank.clientSecret is a secret: name a variable ("env:NAME") or a file ("file:path") instead',
      'accounts.bank.keyPassphrase is a secret: name a variable ("env:NAME") or a file ("file:path") instead',
    ],
  ],
  [
    'files that are missing, empty, or folders',
    withBank({ certificate: 'file:none.pem', key: 'file:empty', clientSecret: 'file:folder' }),
    [
      'accounts.bank.clientSecret names the file folder, which is a folder: name a file in it',
      'accounts.bank.certificate names the file none.pem, which does not exist: check its path, which is relative to the accounts file',
      'accounts.bank.key names the file empty, which is empty',
    ],
  ],
  [
    'the content where the path of a file belongs',
    withBank({ key: `file:-----BEGIN PRIVATE KEY-----\n${SECRET}` }),
    ['accounts.bank.key has the content of a file after "file:": write its path'],
  ],
]

export const MODULES: Row[] = [
  [
    'that does not exist',
    withModule('./none.mjs'),
    [
      'accounts.own.module cannot be used: the module "./none.mjs" could not be imported (ERR_MODULE_NOT_FOUND) (built in: api-pix, adyen, and simulator in the sandbox)',
    ],
  ],
  [
    'that is no JavaScript',
    withModule('./broken.mjs'),
    [
      expect.stringMatching(
        /^accounts\.own\.module cannot be used: the module "\.\/broken\.mjs" could not be imported \(\w+\) /,
      ) as string,
    ],
  ],
  [
    'that exports something else',
    withModule('./other.mjs'),
    [
      'accounts.own.module cannot be used: the module "./other.mjs" exports no function createProcessor (built in: api-pix, adyen, and simulator in the sandbox)',
    ],
  ],
  [
    'that lacks members',
    withModule('./partial.mjs'),
    [
      'accounts.own.module cannot be used: the module "./partial.mjs" lacks cardEncryptionKey, createPayment, inquire, cancelPayment, createRefund, inquireRefund, readNotification (built in: api-pix, adyen, and simulator in the sandbox)',
    ],
  ],
  [
    'that throws, with a value of its settings in the message',
    withModule('./throwing.mjs', { apiKey: 'env:BANK_SECRET' }),
    [
      'accounts.own.module cannot be used: the module "./throwing.mjs" threw "no key like …" (built in: api-pix, adyen, and simulator in the sandbox)',
    ],
  ],
  [
    'of the sandbox',
    withModule('simulator'),
    ['accounts.own.module is the simulator, which takes no real money: name a real module'],
  ],
]
