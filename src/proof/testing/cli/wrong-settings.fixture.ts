import { expect } from 'vitest'
import { testCertificatePath } from '#sandbox/fakes/certificates/test-certificates.ts'
import { BANK, METHODS, SECRET, withBank, type Row } from './wrong-files.fixture.ts'

const HOOKS = {
  url: 'https://hooks.store.example',
  certificate: 'file:bank.pem',
  key: 'file:bank.key',
}

export const withHooks = (webhooks: object, bank: object = { webhookAuthorities: 'file:ca.pem' }) =>
  withBank(bank, { webhooks: { ...HOOKS, ...webhooks } })

const PIX_KEY =
  'accounts.bank.pixKey must be a Pix key: CPF or CNPJ without separators and with its check digits, phone with +55, e-mail in small letters, or UUID in small letters'
const BASE_URL =
  'accounts.bank.baseUrl must be the address of the API up to /cob, with https://, and without user, query or fragment: https://pix.bank.example/v2'
const URL_OF_HOOKS =
  'webhooks.url must be an origin: https://, a host and perhaps a port, without user, path or query, such as https://hooks.store.example'
const KNOWN =
  'known are module, retired, webhookAuthorities, dialect, clientId, clientSecret, certificate, key, keyPassphrase, authorities, pixKey, baseUrl, tokenUrl, appKey, accountNumber, receiver'

export const PAIR: Row[] = [
  [
    'a key as the certificate, and a certificate as the key',
    withBank({ certificate: 'file:bank.key', key: 'file:bank.pem' }),
    [
      'accounts.bank.certificate (file:bank.key) is a private key: name the certificate here, and the key in key',
      'accounts.bank.key (file:bank.pem) is a certificate: name its private key here',
    ],
  ],
  [
    'a public key',
    withBank({ certificate: 'file:public.key', key: 'file:public.key' }),
    [
      'accounts.bank.certificate (file:public.key) is a public key: name the certificate',
      'accounts.bank.key (file:public.key) is a public key: name the private key',
    ],
  ],
  [
    'a request for a certificate',
    withBank({ certificate: 'file:request.pem' }),
    [
      'accounts.bank.certificate (file:request.pem) is a request for a certificate: name the certificate that was issued for it',
    ],
  ],
  [
    'a certificate that is not in PEM',
    withBank({ certificate: 'file:bank.der' }),
    ['accounts.bank.certificate (file:bank.der) is no certificate in PEM: convert it with openssl'],
  ],
  [
    'a certificate that is cut',
    withBank({ certificate: 'file:cut.pem' }),
    [
      'accounts.bank.certificate (file:cut.pem) is a certificate in PEM that cannot be read: copy it again, whole',
    ],
  ],
  [
    'a certificate in one line',
    withBank({ certificate: 'env:IN_ONE_LINE' }),
    [
      String.raw`accounts.bank.certificate (env:IN_ONE_LINE) has \n where lines end: name a file, or write the variable with line breaks`,
    ],
  ],
  [
    'a key of another certificate',
    withBank({ key: 'file:other.key' }),
    [
      'accounts.bank.key (file:other.key) does not belong to the certificate: name the key with which it was requested',
    ],
  ],
  [
    'a chain in the wrong order',
    withBank({ certificate: 'file:chain.pem' }),
    [
      "accounts.bank.certificate (file:chain.pem) begins with another certificate than the key's: put its own first",
    ],
  ],
  [
    'a locked key without a passphrase',
    withBank({ key: 'file:locked.key' }),
    ['accounts.bank.key (file:locked.key) is encrypted: set keyPassphrase'],
  ],
  [
    'a locked key with another passphrase',
    withBank({ key: 'file:locked.key', keyPassphrase: 'env:BANK_SECRET' }),
    ['accounts.bank.key (file:locked.key) is encrypted, and keyPassphrase does not open it'],
  ],
  [
    'certificates that have ended, or are of later',
    {
      accounts: {
        bank: { ...BANK, certificate: 'file:past.pem', key: 'file:past.key' },
        later: { ...BANK, certificate: 'file:future.pem', key: 'file:future.key', retired: true },
      },
      methods: METHODS,
    },
    [
      'accounts.bank.certificate (file:past.pem) ended on 2024-02-28: renew it',
      expect.stringMatching(
        /^accounts\.later\.certificate \(file:future\.pem\) is valid only from \d{4}-\d\d-\d\d: name one that is valid today$/,
      ) as string,
    ],
  ],
  [
    'authorities that are none',
    withBank({ authorities: 'file:bank.key' }),
    [
      'accounts.bank.authorities (file:bank.key) is a private key: name certificates of authorities',
    ],
  ],
  [
    'authorities of which one is cut',
    withBank({ authorities: 'file:cut.pem' }),
    [
      'accounts.bank.authorities (file:cut.pem) is a certificate in PEM that cannot be read: copy it again, whole',
    ],
  ],
]

export const SETTINGS: Row[] = [
  [
    'names that it does not know',
    withBank({
      dialekt: 'sicredi',
      pixkey: 'x',
      receiver: { name: 'Loja', city: 'Recife', state: 'PE' },
    }),
    [
      `accounts.bank.dialekt is unknown: ${KNOWN}`,
      `accounts.bank.pixkey is unknown: ${KNOWN}`,
      'accounts.bank.receiver.state is unknown: known are name, city',
    ],
  ],
  [
    'values of another kind',
    withBank({ dialect: 'nubank', retired: 'no', clientId: 7 }),
    [
      'accounts.bank.retired must be true or false',
      'accounts.bank.dialect must be one of standard, sicredi, efi, banco-do-brasil, inter, itau',
      'accounts.bank.clientId must be a text: write it in quotes',
    ],
  ],
  ...[
    'Loja@store.example',
    '11987654321',
    '+55 11 98765-4321',
    '123.456.789-09',
    '12345678900',
    '11222333000182',
    '7D9F0335-8DCC-4054-9BF9-0DBD61D36906',
  ].map((pixKey): Row => [`the Pix key ${pixKey}`, withBank({ pixKey }), [PIX_KEY]]),
  ...[
    'http://pix.bank.example/v2',
    'pix.bank.example',
    `https://user:${SECRET}@pix.bank.example/v2`,
    'https://pix.bank.example/v2?x=1',
    'https://pix.bank.example/v2/cob',
    'https://pix.bank.example/v2/cob/',
  ].map((baseUrl): Row => [`the address ${baseUrl}`, withBank({ baseUrl }), [BASE_URL]]),
  [
    'an address of tokens with a user',
    withBank({ tokenUrl: `https://user:${SECRET}@pix.bank.example/token` }),
    ['accounts.bank.tokenUrl must be an address with https://, and without user or fragment'],
  ],
  [
    'a receiver without a city',
    withBank({ receiver: { name: 'Loja', city: ' ' } }),
    ['accounts.bank.receiver.city is empty'],
  ],
  [
    'a receiver without letters',
    withBank({ receiver: { name: '東京', city: 'Recife' } }),
    [
      'accounts.bank.receiver has a name or city without any letter of ASCII: write it in Latin letters',
    ],
  ],
  [
    'no addresses',
    withBank({ dialect: 'standard' }),
    [
      'accounts.bank.baseUrl and tokenUrl: needed, since no addresses of this dialect are known for production',
    ],
  ],
  [
    'no key of the developer',
    withBank({ dialect: 'banco-do-brasil' }),
    ['accounts.bank.appKey is missing: this dialect needs it'],
  ],
]

export const WEBHOOKS: Row[] = [
  ...[
    'http://hooks.store.example',
    'hooks.store.example',
    'https://hooks.store.example/pix',
    'https://hooks.store.example/?a=1',
    'https://hooks.store.example/#a',
    `https://user:${SECRET}@hooks.store.example`,
  ].map((url): Row => [`the address ${url}`, withHooks({ url }), [URL_OF_HOOKS]]),
  ...['https://localhost:4248', 'https://127.0.0.1', 'https://[::1]:4248', 'https://0.0.0.0'].map(
    (url): Row => [
      `the address ${url}`,
      withHooks({ url }),
      ['webhooks.url names this machine, which no processor reaches: name the public origin'],
    ],
  ),
  [
    'no key, and settings that it does not know',
    withBank(
      { webhookAuthorities: 'file:ca.pem' },
      { webhooks: { url: HOOKS.url, certificate: 'file:bank.pem', port: 4248 } },
    ),
    [
      'webhooks.port is unknown: known are url, certificate, key, keyPassphrase, clientCertificateHeader',
      'webhooks.key is missing: certificate and key belong together',
    ],
  ],
  [
    'several faults at once',
    withHooks({ url: 'http://hooks.store.example', key: 'file:other.key' }),
    [
      URL_OF_HOOKS,
      'webhooks.key (file:other.key) does not belong to the certificate: name the key with which it was requested',
    ],
  ],
  [
    'nothing that verifies client certificates',
    withBank({ webhookAuthorities: 'file:ca.pem' }),
    [
      'accounts.bank.webhookAuthorities (file:ca.pem) needs webhooks.certificate and webhooks.key, for a port of this service, or webhooks.clientCertificateHeader, for a proxy',
    ],
  ],
  [
    'a key of another certificate',
    withHooks({ key: 'file:other.key' }),
    [
      'webhooks.key (file:other.key) does not belong to the certificate: name the key with which it was requested',
    ],
  ],
  [
    'a header without proxies',
    withBank(
      { webhookAuthorities: 'file:ca.pem' },
      { webhooks: { url: HOOKS.url, clientCertificateHeader: 'X-Client-Certificate' } },
    ),
    [
      'webhooks.clientCertificateHeader is believed of TRUSTED_PROXIES alone, and there are none: name the proxy that verifies client certificates',
    ],
  ],
  [
    'a certificate for nobody',
    withHooks({}, {}),
    [
      'webhooks.certificate (file:bank.pem) opens a port that no account uses: name the webhookAuthorities of an account, or remove it',
    ],
  ],
  [
    'authorities that issue nothing',
    withHooks({}, { webhookAuthorities: 'file:bank.pem' }),
    [
      "accounts.bank.webhookAuthorities (file:bank.pem) holds a certificate that is no authority's: name those that issue the processor's certificates",
    ],
  ],
  [
    'authorities that are a key',
    withHooks({}, { webhookAuthorities: 'file:bank.key' }),
    [
      'accounts.bank.webhookAuthorities (file:bank.key) is a private key: name certificates of authorities',
    ],
  ],
  [
    'authorities that have ended',
    withHooks({}, { webhookAuthorities: 'file:ca-past.pem' }),
    [
      'accounts.bank.webhookAuthorities (file:ca-past.pem) ended on 2024-02-28: ask the processor for its present authorities',
    ],
  ],
  [
    'certificates whose keys everybody has',
    withHooks({}, { webhookAuthorities: `file:${testCertificatePath('ca.pem')}` }),
    [
      `accounts.bank.webhookAuthorities (file:${testCertificatePath('ca.pem')}) is a test certificate, whose key everybody has: production needs one of your own`,
    ],
  ],
  [
    'fakes',
    withBank({}, { fakes: { 'api-pix': { account: 'bank', apiPort: 1, pagePort: 2 } } }),
    ['fakes are for the sandbox: production has no fake banks'],
  ],
]
