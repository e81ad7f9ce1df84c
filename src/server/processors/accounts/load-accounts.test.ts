import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { testCertificatePath } from '#sandbox/fakes/certificates/test-certificates.ts'
import { processorsOf } from './accounts.ts'
import { AccountsNotLoaded, loadAccounts, type LoadingAccounts } from './load-accounts.ts'

const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
const SECRET = 'canary-of-a-secret'
const BANK = {
  module: 'api-pix',
  dialect: 'sicredi',
  clientId: 'shop',
  clientSecret: 'env:BANK_SECRET',
  certificate: 'file:keys/client.pem',
  key: 'file:keys/client.key',
  pixKey: PIX_KEY,
}
const OWN = `export const createProcessor = ({ account, settings }) => {
  const call = async () => settings.colour
  return { name: 'own', methods: settings.methods, cardEncryptionKey: call, createPayment: call, inquire: call,
    cancelPayment: call, createRefund: call, inquireRefund: call, readNotification: call }
}`

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'accounts-'))
  mkdirSync(join(directory, 'keys'))
  const client = selfSignedCertificate('localhost')
  const other = selfSignedCertificate('other')
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  write('keys/client.pem', client.cert)
  write('keys/client.key', client.key)
  write('keys/other.key', other.key)
  write('keys/empty', '')
  write('own.mjs', OWN)
})
afterAll(() => rmSync(directory, { recursive: true }))

function load(file: unknown, changes: Partial<LoadingAccounts> = {}) {
  const path = join(directory, 'accounts.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return loadAccounts({
    path,
    readText: (name) => readFileSync(resolve(dirname(path), name), 'utf8'),
    environment: 'production',
    layout: 'production',
    timeoutMs: 1000,
    clock: () => new Date(),
    variables: { BANK_SECRET: SECRET, TEST_KEY: 'test-adyen-api-key', BANK_CERTIFICATE: 'none' },
    random: (length) => new Uint8Array(length),
    notificationsUrl: 'https://api.example/processor/notifications',
    notificationsPath: '/processor/notifications',
    webhooksUrl: 'https://localhost:4248',
    hasTrustedProxies: false,
    bound: (processor) => processor,
    ...changes,
  })
}

async function problemsOf(file: unknown, changes: Partial<LoadingAccounts> = {}) {
  const error: unknown = await load(file, changes).then(
    () => new Error('the file was accepted'),
    (error: unknown) => error,
  )
  if (!(error instanceof AccountsNotLoaded)) throw error
  expect(error.message).not.toContain(SECRET)
  return error.problems
}

const fileOf = (bank: object, more: object = {}) => ({
  accounts: { bank: { ...BANK, ...bank } },
  methods: { pix: 'bank' },
  ...more,
})

describe('an accounts file', () => {
  it('names accounts with secrets of variables and files, and one account for each method', async () => {
    const own = { module: './own.mjs', colour: 'env:COLOUR', methods: ['card'] }
    const { all, methods } = await load(
      { accounts: { bank: BANK, own }, methods: { pix: 'bank', card: 'own' } },
      { variables: { BANK_SECRET: SECRET, COLOUR: 'blue\n' } },
    )
    expect(methods).toEqual({ pix: 'bank', card: 'own' })
    expect(all.map(({ name, isRetired }) => [name, isRetired])).toEqual([
      ['bank', false],
      ['own', false],
    ])
    const [bank, second] = processorsOf(all, undefined)
    expect(bank).toMatchObject({ name: 'bank', dialect: { name: 'sicredi', isVerified: false } })
    expect(await second?.cardEncryptionKey()).toBe('blue')
  })

  it("stores payments under the account's name, whatever its module calls itself", async () => {
    const own = { module: './own.mjs', methods: ['card'] }
    const { all } = await load({ accounts: { cards: own }, methods: { card: 'cards' } })
    expect(processorsOf(all, undefined).map(({ name }) => name)).toEqual(['cards'])
  })

  it('has retired accounts, which no method names', async () => {
    const { all } = await load({
      accounts: { bank: BANK, old: { ...BANK, retired: true } },
      methods: { pix: 'bank' },
    })
    expect(all.map(({ name, isRetired }) => [name, isRetired])).toEqual([
      ['bank', false],
      ['old', true],
    ])
  })

  it.each<[string, unknown, string[]]>([
    [
      'is no JSON',
      `{ "accounts": ${SECRET}`,
      [expect.stringMatching(/^the file is not JSON \(line 1, column 15\)/)],
    ],
    [
      'is empty',
      {},
      [
        'accounts must hold at least one account',
        'methods must name the account of at least one method',
      ],
    ],
    [
      'has an unknown section',
      fileOf({}, { routes: [] }),
      ['routes is unknown: known are accounts, methods, webhooks, fakes'],
    ],
  ])('that %s is refused', async (_, file, problems) => {
    expect(await problemsOf(file)).toEqual(problems)
  })

  it('is refused with every problem at once, what to do, and none of the values', async () => {
    const file = {
      accounts: {
        'Bad Name': { ...BANK, retired: true },
        bank: {
          ...BANK,
          dialect: 'nubank',
          clientId: 'env:NOT_SET',
          clientSecret: SECRET,
          certificate: 'file:keys/missing.pem',
          key: 'file:keys/empty',
          pixKey: 'nobody',
        },
        pair: { ...BANK, key: 'file:keys/other.key' },
        unknown: { module: 'nubank-pix' },
        cards: { module: 'simulator', captureWithinDays: 29 },
        untyped: { retired: 'yes' },
        idle: BANK,
      },
      methods: { pix: 'pair', card: 'idle', boleto: 'nowhere', cheque: 'bank' },
      webhooks: { certificate: 'file:keys/client.pem', port: 1 },
      fakes: { 'api-pix': { account: 'bank', apiPort: 1, pagePort: 2 } },
    }
    const problems = await problemsOf(file)
    expect(problems.toSorted()).toMatchInlineSnapshot(`
      [
        "accounts.Bad Name is no name of an account: use 1 to 32 small letters, digits, hyphens and underscores, a letter or digit first",
        "accounts.bank.certificate names the file keys/missing.pem, which does not exist: check its path, which is relative to the accounts file",
        "accounts.bank.clientId names the variable NOT_SET, which is not set: set it, or name another",
        "accounts.bank.clientSecret is a secret: name a variable ("env:NAME") or a file ("file:path") instead",
        "accounts.bank.dialect must be one of standard, sicredi, efi, banco-do-brasil, inter, itau",
        "accounts.bank.key names the file keys/empty, which is empty",
        "accounts.bank.pixKey must be a Pix key: CPF or CNPJ without separators and with its check digits, phone with +55, e-mail in small letters, or UUID in small letters",
        "accounts.cards.captureWithinDays must be a whole number of days, 1 to 28",
        "accounts.cards.module is the simulator, which takes no real money: name a real module",
        "accounts.pair.key (file:keys/other.key) does not belong to the certificate: name the key with which it was requested",
        "accounts.unknown.module cannot be used: the module "nubank-pix" could not be imported (ERR_MODULE_NOT_FOUND) (built in: api-pix, adyen, and simulator in the sandbox)",
        "accounts.untyped.module is missing",
        "accounts.untyped.retired must be true or false",
        "fakes are for the sandbox: production has no fake banks",
        "methods.boleto names the account "nowhere", which is not in accounts: add it, or name another",
        "methods.card names the account "idle", whose module (api-pix) takes pix alone",
        "methods.cheque is unknown: known are card, pix, boleto",
        "webhooks.key is missing: certificate and key belong together",
        "webhooks.port is unknown: known are url, certificate, key, keyPassphrase, clientCertificateHeader",
        "webhooks.url is missing: the https origin to which processors send notifications",
      ]
    `)
  })

  it.each<[string, object, string]>([
    [
      'a method of a retired account',
      { accounts: { bank: { ...BANK, retired: true } } },
      'methods.pix names the account "bank", which is retired: name another',
    ],
    [
      'a method that the module cannot take',
      { methods: { pix: 'bank', card: 'bank' } },
      'methods.card names the account "bank", whose module (api-pix) takes pix alone',
    ],
    [
      'an account without a method',
      { accounts: { bank: BANK, idle: BANK } },
      'accounts.idle takes no method: name it in methods, or set "retired": true to serve only the payments that it has made',
    ],
    [
      'a header without proxies',
      { webhooks: { url: 'https://hooks.example', clientCertificateHeader: 'client-cert' } },
      'webhooks.clientCertificateHeader is believed of TRUSTED_PROXIES alone, and there are none: name the proxy that verifies client certificates',
    ],
    [
      'fakes in production',
      { fakes: { 'api-pix': { account: 'bank', apiPort: 1, pagePort: 2 } } },
      'fakes are for the sandbox: production has no fake banks',
    ],
  ])('refuses %s', async (_, changes, problem) => {
    expect(await problemsOf({ ...fileOf({}), ...changes })).toEqual([problem])
  })

  it.each<[string, object, RegExp]>([
    [
      'a secret in the file',
      { clientSecret: SECRET },
      /^accounts.bank.clientSecret is a secret: name a variable/,
    ],
    [
      'a test key',
      { clientSecret: 'env:TEST_KEY' },
      /^accounts.bank.clientSecret \(env:TEST_KEY\) is a test key, which everybody has/,
    ],
    [
      'a test certificate',
      {
        certificate: `file:${testCertificatePath('merchant-client.pem')}`,
        key: `file:${testCertificatePath('merchant-client.key')}`,
      },
      /^accounts.bank.certificate \(file:.*\) is a test certificate/,
    ],
  ])('refuses %s in production alone', async (_, bank, problem) => {
    expect(await problemsOf(fileOf(bank))).toEqual([expect.stringMatching(problem)])
    await expect(
      load(fileOf(bank), { environment: 'sandbox', layout: 'local' }),
    ).resolves.toBeDefined()
  })
})

describe('S-153: a secret in a list', () => {
  const problemsWith = (settings: object) => {
    const own = { module: './own.mjs', methods: ['card'], ...settings }
    return problemsOf({ accounts: { own }, methods: { card: 'own' } })
  }
  const refused = (at: string) =>
    `accounts.own.${at} is a secret: name a variable ("env:NAME") or a file ("file:path") instead`

  it.each<[string, object, string[]]>([
    ['a list of keys', { hmacKeys: [SECRET] }, ['hmacKeys.0']],
    ['each item of a list', { hmacKeys: [SECRET, SECRET] }, ['hmacKeys.0', 'hmacKeys.1']],
    ['the other items of a list', { hmacKeys: ['env:BANK_SECRET', SECRET] }, ['hmacKeys.1']],
    ['a list in a list', { hmacKeys: [['env:BANK_SECRET', SECRET]] }, ['hmacKeys.0.1']],
    ['a list of what is a secret by itself', { apiKey: [SECRET] }, ['apiKey.0']],
    ['a list of passwords', { oldPassword: [SECRET] }, ['oldPassword.0']],
    ['keys by number', { keys: { 1: SECRET } }, ['keys.1']],
    ['a name that ends in keys', { webhookKeys: SECRET }, ['webhookKeys']],
    ['a name in a list of objects', { endpoints: [{ secret: SECRET }] }, ['endpoints.0.secret']],
  ])('is refused in production: %s', async (_, settings, places) => {
    expect(await problemsWith(settings)).toEqual(places.map(refused))
  })

  it.each<[string, object]>([
    ['one of variables', { hmacKeys: ['env:BANK_SECRET', 'file:keys/client.pem'] }],
    ['one of other texts', { hosts: ['api.example', 'hooks.example'] }],
    ['a list whose name is a number', { 7: ['api.example'] }],
  ])('is none where it is %s', async (_, settings) => {
    const own = { module: './own.mjs', methods: ['card'], ...settings }
    await expect(load({ accounts: { own }, methods: { card: 'own' } })).resolves.toBeDefined()
  })

  it('is allowed in the sandbox', async () => {
    const own = { module: './own.mjs', methods: ['card'], hmacKeys: [SECRET] }
    const file = { accounts: { own }, methods: { card: 'own' } }
    await expect(load(file, { environment: 'sandbox', layout: 'local' })).resolves.toBeDefined()
  })
})

describe('the authorities of client certificates', () => {
  const withAuthorities = (webhookAuthorities: string, webhooks: object) =>
    fileOf({ webhookAuthorities }, { webhooks })
  const CA = `file:${testCertificatePath('ca.pem')}`
  const SERVED = { certificate: 'file:keys/client.pem', key: 'file:keys/client.key' }

  it('make notifications of an account come to the origin of webhooks', async () => {
    const loadWith = (webhooks: object) =>
      load(withAuthorities(CA, webhooks), { environment: 'sandbox', layout: 'local' })
    const ofSandbox = await loadWith(SERVED)
    expect(ofSandbox.all[0]?.notificationUrl).toBe(
      'https://localhost:4248/processor/notifications/bank',
    )
    const named = await loadWith({ ...SERVED, url: 'https://hooks.example/' })
    expect(named.all[0]?.notificationUrl).toBe('https://hooks.example/processor/notifications/bank')
    expect(named.webhooks.identity).toBeDefined()
  })

  it.each<[string, object, RegExp]>([
    [
      'nobody verifies',
      withAuthorities(CA, {}),
      /webhookAuthorities \(file:.*\) needs webhooks.certificate/,
    ],
    [
      'are no certificate',
      withAuthorities('nothing', SERVED),
      /webhookAuthorities is no certificate/,
    ],
    [
      'are no authority',
      withAuthorities(`file:${testCertificatePath('bank-client.pem')}`, SERVED),
      /holds a certificate that is no authority's/,
    ],
  ])('that %s are refused', async (_, file, problem) => {
    expect(await problemsOf(file, { environment: 'sandbox', layout: 'local' })).toEqual([
      expect.stringMatching(problem),
    ])
  })

  it('need an address in production', async () => {
    const problems = await problemsOf(withAuthorities('env:BANK_CERTIFICATE', SERVED))
    expect(problems).toContain(
      'webhooks.url is missing: the https origin to which processors send notifications',
    )
  })
})
