import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const keyOf = (text: string) => createHash('sha256').update(text).digest()

const PRODUCTION = {
  CHECKOUT_ENVIRONMENT: 'production',
  API_URL: 'https://api.example.com',
  CHECKOUT_URL: 'https://checkout.example.com',
  MASTER_KEY: keyOf('one').toString('base64'),
  DATABASE_URL: 'postgres://checkout@db.example/checkout?sslmode=verify-full',
  PROCESSOR: '@example/processor',
}

function problemsOf(variables: Record<string, string>): string[] {
  const result = readConfig(variables)
  return result.ok ? [] : result.problems.map((problem) => problem.split(':')[0] ?? '')
}

/** The driver with this URL, unless it refuses the URL. */
function driverFor(connectionString: string): Client | undefined {
  try {
    return new Client({ connectionString })
  } catch {
    return undefined
  }
}

// tests guard: random-key
// tests guard: verified-database

describe('readConfig', () => {
  it('needs nothing in the sandbox', () => {
    expect(readConfig({})).toMatchObject({
      ok: true,
      config: {
        environment: 'sandbox',
        apiUrl: 'http://localhost:4243',
        checkoutUrl: 'http://localhost:4242',
        fieldsUrl: 'http://localhost:4246',
        processor: 'simulated',
        allowLoopbackCallbacks: true,
        masterKey: undefined,
      },
    })
  })

  it.each(['sandbox', 'homologation', 'staging'])('knows %s as the sandbox', (name) => {
    expect(readConfig({ CHECKOUT_ENVIRONMENT: name })).toMatchObject({
      config: { environment: 'sandbox' },
    })
  })

  it('moves the default addresses with the ports', () => {
    const ports = { API_PORT: '5000', CHECKOUT_PORT: '5001', FIELDS_PORT: '5002' }
    expect(readConfig(ports)).toMatchObject({
      config: {
        apiUrl: 'http://localhost:5000',
        checkoutUrl: 'http://localhost:5001',
        fieldsUrl: 'http://localhost:5002',
      },
    })
  })

  it('accepts a complete production configuration', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      ok: true,
      config: { environment: 'production', allowLoopbackCallbacks: false, requestsPerSecond: 100 },
    })
  })

  it('takes PROCESSORS in place of PROCESSOR, and not both', () => {
    const { PROCESSOR, ...others } = PRODUCTION
    expect(problemsOf(others)).toEqual(['PROCESSOR'])
    expect(readConfig({ ...others, PROCESSORS: 'accounts.json' })).toMatchObject({
      ok: true,
      config: { processorsFile: 'accounts.json', processorWebhookPort: 4248 },
    })
    expect(problemsOf({ ...others, PROCESSOR, PROCESSORS: 'accounts.json' })).toEqual([
      'PROCESSORS',
    ])
  })

  it('accepts earlier master keys, separated by commas', () => {
    const keys = ['two', 'three'].map(keyOf)
    const [one = '', two = ''] = keys.map((key) => key.toString('base64'))
    expect(readConfig({ ...PRODUCTION, MASTER_KEY_PREVIOUS: `${one}, ${two}` })).toMatchObject({
      config: { previousMasterKeys: keys },
    })
    expect(readConfig(PRODUCTION)).toMatchObject({ config: { previousMasterKeys: [] } })
    const wrong = [`${one},`, 'c2hvcnQ=', PRODUCTION.MASTER_KEY]
    for (const MASTER_KEY_PREVIOUS of wrong) {
      const read = readConfig({ ...PRODUCTION, MASTER_KEY_PREVIOUS })
      expect(read.ok ? '' : read.problems.join()).toMatch(/^MASTER_KEY_PREVIOUS/)
    }
  })

  it('requires FIELDS_URL in production only of the parts that use it', () => {
    const withFrame = { ...PRODUCTION, FIELDS_URL: 'https://fields.example.com' }
    expect(readConfig(PRODUCTION)).toMatchObject({ ok: true, config: { fieldsUrl: undefined } })
    expect(readConfig(withFrame)).toMatchObject({
      ok: true,
      config: { fieldsUrl: 'https://fields.example.com' },
    })
    expect(problemsOf({ ...withFrame, FIELDS_URL: 'http://fields.example.com' })).toEqual([
      'FIELDS_URL',
    ])
  })

  it.each([
    { ...PRODUCTION, FIELDS_URL: 'https://checkout.example.com:443/' },
    { FIELDS_URL: 'http://localhost:4242' },
    { FIELDS_PORT: '4242' },
    { CHECKOUT_URL: 'http://localhost:4246' },
  ])("S-51: refuses the page's own origin for the card's frame, as in %j", (variables) => {
    expect(readConfig(variables)).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^FIELDS_URL: must be another origin than CHECKOUT_URL/)],
    })
  })

  it('S-148: takes an address for the dashboard that browsers allow passkeys at', () => {
    expect(readConfig({ ADMIN_PORT: '5005' })).toMatchObject({
      config: { adminUrl: 'http://localhost:5005', adminPort: 5005 },
    })
    expect(readConfig(PRODUCTION)).toMatchObject({ config: { adminUrl: 'http://localhost:4247' } })
    for (const fit of [
      'https://admin.pay.example',
      'https://localhost:8447',
      'http://checkout-dashboard.localhost:4247',
    ])
      expect(readConfig({ ...PRODUCTION, ADMIN_URL: fit })).toMatchObject({
        config: { adminUrl: fit },
      })
    for (const unfit of [
      'http://admin.pay.example',
      'http://notlocalhost:4247',
      'http://127.0.0.1:4247',
      'https://192.0.2.7',
      'https://[2001:db8::1]',
      'https://admin.pay.example/console',
      'https://checkout.example.com',
      'https://api.example.com',
    ])
      expect(problemsOf({ ...PRODUCTION, ADMIN_URL: unfit })).toEqual(['ADMIN_URL'])
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ DATABASE_URL: '' })).toMatchObject({ config: { databaseUrl: undefined } })
  })

  it('S-67: limits declined cards in production, and in the sandbox on request', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      config: { cardDeclinesPerSession: 5, cardDeclinesPerAddress: 10 },
    })
    expect(readConfig({})).toMatchObject({
      config: { cardDeclinesPerSession: 0, cardDeclinesPerAddress: 0 },
    })
    const told = { CARD_DECLINES_PER_SESSION: '3', CARD_DECLINES_PER_ADDRESS: '0' }
    expect(readConfig({ ...PRODUCTION, ...told })).toMatchObject({
      config: { cardDeclinesPerSession: 3, cardDeclinesPerAddress: 0 },
    })
    expect(problemsOf({ CARD_DECLINES_PER_SESSION: '-1' })).toEqual(['CARD_DECLINES_PER_SESSION'])
  })

  it('S-13: reads the rate limit of wrong keys', () => {
    expect(readConfig({})).toMatchObject({ config: { wrongKeysPerMinute: 20 } })
    expect(readConfig({ WRONG_KEYS_PER_MINUTE: '5' })).toMatchObject({
      config: { wrongKeysPerMinute: 5 },
    })
    for (const wrong of ['0', '-1', 'many'])
      expect(problemsOf({ WRONG_KEYS_PER_MINUTE: wrong })).toEqual(['WRONG_KEYS_PER_MINUTE'])
  })

  it('S-108: keeps personal data for 90 days, another time, or without end', () => {
    expect(readConfig({})).toMatchObject({ config: { retentionDays: 90 } })
    expect(readConfig({ RETENTION_DAYS: '7' })).toMatchObject({ config: { retentionDays: 7 } })
    expect(readConfig({ RETENTION_DAYS: '0' })).toMatchObject({ config: { retentionDays: 0 } })
    for (const wrong of ['-1', '1.5', 'never'])
      expect(problemsOf({ RETENTION_DAYS: wrong })).toEqual(['RETENTION_DAYS'])
  })

  it('R-32: lists all missing variables in production', () => {
    expect(problemsOf({ CHECKOUT_ENVIRONMENT: 'production' })).toEqual([
      'API_URL',
      'CHECKOUT_URL',
      'MASTER_KEY',
      'PROCESSOR',
      'DATABASE_URL',
    ])
  })

  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte, repeated', Buffer.alloc(32, 7)],
    ['a text', Buffer.from('correct horse battery staple 123')],
  ])('S-121: refuses a MASTER_KEY of %s, in both environments', (_name, bytes) => {
    const MASTER_KEY = bytes.toString('base64')
    expect(problemsOf({ MASTER_KEY })).toEqual(['MASTER_KEY'])
    expect(problemsOf({ ...PRODUCTION, MASTER_KEY })).toEqual(['MASTER_KEY'])
    expect(problemsOf({ MASTER_KEY_PREVIOUS: MASTER_KEY })).toEqual(['MASTER_KEY_PREVIOUS.0'])
  })

  it('S-121: accepts every random MASTER_KEY', () => {
    for (let index = 0; index < 2000; index++)
      expect(problemsOf({ MASTER_KEY: keyOf(`key ${index}`).toString('base64') })).toEqual([])
  })

  it.each([
    'postgres://db.example/checkout',
    'postgres://db.example/checkout?sslmode=require',
    'postgres://db.example/checkout?sslmode=no-verify&sslrootcert=/ca.pem',
    'postgres://10.0.0.7/checkout?sslmode=disable',
    'postgres://127.0.0.1.example/checkout',
    'postgres://localhost/checkout?host=db.example',
    'postgres://localhost,db.example/checkout',
    'postgres://localhost:5432,db.example:5432/checkout?sslmode=require',
    'postgres://db.example/checkout?sslrootcert=',
    'postgres://db.example/checkout?host=',
  ])('S-121: refuses %s in production', (DATABASE_URL) => {
    expect(problemsOf({ ...PRODUCTION, DATABASE_URL })).toEqual(['DATABASE_URL'])
    expect(problemsOf({ DATABASE_URL })).toEqual([])
  })

  it('S-144: what is accepted in production, the driver reaches on this machine or by verified TLS', () => {
    const file = join(import.meta.dirname, 'config.test.ts')
    const values: Record<string, readonly string[]> = {
      sslmode: ['', 'disable', 'prefer', 'require', 'verify-ca', 'no-verify', 'verify-full'],
      sslrootcert: ['', file],
      ssl: ['', '0', 'false', 'true', 'no-verify'],
      host: ['', 'db.example', 'localhost', '/run/postgresql'],
      uselibpqcompat: ['true', 'false'],
    }
    const parameter = fc
      .constantFrom(...Object.keys(values))
      .chain((name) => fc.constantFrom(...(values[name] ?? [])).map((value) => `${name}=${value}`))
    let accepted = 0
    fc.assert(
      fc.property(
        fc.constantFrom('db.example', 'localhost', '10.0.0.7', '[::1]', ''),
        fc.array(parameter, { maxLength: 4 }),
        (host, parameters) => {
          const url = `postgres://checkout@${host}/checkout?${parameters.join('&')}`
          if (!readConfig({ ...PRODUCTION, DATABASE_URL: url }).ok) return
          accepted += 1
          const client = driverFor(url)
          if (client === undefined) return
          const isHere = /^(\/.*|localhost|::1|)$/.test(client.host)
          const tls: unknown = Reflect.get(client, 'ssl')
          const isVerified = tls instanceof Object && !('rejectUnauthorized' in tls)
          expect([url, isHere || isVerified]).toEqual([url, true])
        },
      ),
      { numRuns: 2000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it.each([
    'postgres://db.example/checkout?sslmode=verify-full',
    'postgres://db.example/checkout?sslrootcert=/ca.pem',
    'postgres://localhost:5432/checkout',
    'postgres://localhost:5432,127.0.0.1:5433,[::1]/checkout',
    'postgres://db1.example:5432,db2.example:5432/checkout?sslmode=verify-full',
    'postgres://db1,db2/checkout?target_session_attrs=read-write&sslrootcert=/ca.pem',
    'postgres://127.0.0.1/checkout',
    'postgres://[::1]/checkout',
    'postgres://checkout@localhost/checkout?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/checkout',
  ])('S-121: accepts %s in production', (DATABASE_URL) => {
    expect(problemsOf({ ...PRODUCTION, DATABASE_URL })).toEqual([])
  })

  it.each([
    ['CHECKOUT_PORT', '6000'],
    ['API_PORT', '6665'],
    ['FIELDS_PORT', '10080'],
    ['CHECKOUT_URL', 'https://pay.example:6667'],
  ])('S-121: refuses %s=%s, to which browsers do not connect', (name, value) => {
    const read = readConfig({ [name]: value })
    expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(`^${name}: .*browsers`)])
  })

  it('requires no master key and no processor of a process that only serves shoppers', () => {
    const { MASTER_KEY: _key, PROCESSOR: _processor, ...without } = PRODUCTION
    expect(readConfig(without, { onlyServesShoppers: true })).toMatchObject({
      ok: true,
      config: { masterKey: undefined },
    })
    expect(problemsOf(without)).toEqual(['MASTER_KEY', 'PROCESSOR'])
  })

  it('S-122: lists malformed values together with values refused in production', () => {
    const wrong = {
      ...PRODUCTION,
      MASTER_KEY: 'short',
      API_URL: 'http://api.example.com',
      PROCESSOR: 'simulated',
      ALLOW_LOOPBACK_CALLBACKS: 'true',
      ALLOW_LOOPBACK_IMAGES: 'true',
      API_PORT: '70000',
    }
    expect(problemsOf(wrong).toSorted()).toEqual([
      'ALLOW_LOOPBACK_CALLBACKS',
      'ALLOW_LOOPBACK_IMAGES',
      'API_PORT',
      'API_URL',
      'MASTER_KEY',
      'PROCESSOR',
    ])
  })

  it.each([
    ['API_URL', 'https://api.example.com/v1'],
    ['CHECKOUT_URL', 'ftp://checkout.example.com'],
    ['FIELDS_URL', 'https://fields.example.com/card'],
    ['DATABASE_URL', 'mysql://localhost/checkout'],
    ['DATABASE_URL', 'postgres://localhost:port/checkout'],
    ['DATABASE_URL', 'postgres://one,/checkout'],
    ['DATABASE_URL', 'postgres://one:70000,other/checkout'],
    ['DATABASE_URL', 'postgres://one,other/checkout?target_session_attrs=standby'],
    ['DATABASE_TIMEOUT_MS', '100'],
    ['CHECKOUT_ENVIRONMENT', 'development'],
    ['LOG_LEVEL', 'loud'],
    ['API_PORT', 'http'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy.example'],
    ['CALLBACK_NETWORKS', '10.0.0.0/8, shop.internal'],
    ['CALLBACK_NETWORKS', '0.0.0.0/0'],
    ['POSTAL_CODE_NETWORKS', '10.0.0.0/8, cep.internal'],
    ['MAIL_FROM', 'Loja'],
    ['POSTAL_CODE_URL', 'https://cep.example.com/json'],
    ['POSTAL_CODE_URL', 'https://cep.example.com/{cep}/{cep}'],
    ['POSTAL_CODE_URL', 'https://{cep}.example.com/'],
    ['POSTAL_CODE_URL', 'https://cep.example.com/#{cep}'],
    ['POSTAL_CODE_URL', 'https://user:word@cep.example.com/{cep}'],
    ['POSTAL_CODE_URL', 'ftp://cep.example.com/{cep}'],
    ['POSTAL_CODE_URL', '{cep}'],
    ['SECURITY_CONTACT', 'http://pay.example/security'],
    ['SECURITY_CONTACT', 'ask us'],
    ['SECURITY_CONTACT', 'https://pay.example/\r\nContact: mailto:evil@evil.example'],
  ])('R-32: refuses %s=%s by name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([name])
  })

  it.each([
    ['security@pay.example', 'mailto:security@pay.example'],
    ['mailto:security@pay.example', 'mailto:security@pay.example'],
    ['https://pay.example/security', 'https://pay.example/security'],
    ['tel:+55-11-99876-5432', 'tel:+55-11-99876-5432'],
  ])('reads the security contact %s', (text, securityContact) => {
    expect(readConfig({ SECURITY_CONTACT: text })).toMatchObject({ config: { securityContact } })
  })

  it.each(['https://cep.example.com/{cep}/json', 'http://localhost:4300/?cep={cep}'])(
    'reads the service for addresses by CEP %s',
    (postalCodeUrl) => {
      expect(readConfig({ POSTAL_CODE_URL: postalCodeUrl })).toMatchObject({
        config: { postalCodeUrl },
      })
    },
  )

  it('R-126: reads the table of addresses by CEP, and the networks of the service', () => {
    const read = readConfig({ POSTAL_CODE_FILE: 'ceps.tsv', POSTAL_CODE_NETWORKS: '10.1.0.0/16' })
    expect(read).toMatchObject({ config: { postalCodeFile: 'ceps.tsv' } })
    const networks = read.ok ? read.config.postalCodeNetworks : undefined
    expect(networks?.allows('10.1.2.3', 443)).toBe(true)
    expect(networks?.allows('10.2.2.3', 443)).toBe(false)
  })

  it('S-131: wants https for it in production', () => {
    expect(readConfig({ ...PRODUCTION, POSTAL_CODE_URL: 'http://cep.internal/{cep}' })).toEqual({
      ok: false,
      problems: ['POSTAL_CODE_URL: must be https in production'],
    })
  })

  it('reads the mail server with its sender, or neither', () => {
    const mail = { SMTP_URL: 'smtp://caixa:word@mail.example', MAIL_FROM: 'Loja <a@loja.example>' }
    const server = { host: 'mail.example', port: 587, user: 'caixa', password: 'word' }
    const from = { name: 'Loja', address: 'a@loja.example' }
    expect(readConfig(mail)).toMatchObject({
      config: { mail: { server: { ...server, tls: 'offered' }, from } },
    })
    expect(readConfig({ ...PRODUCTION, ...mail })).toMatchObject({
      config: { mail: { server: { ...server, tls: 'required' }, from } },
    })
    expect(readConfig({})).toMatchObject({ config: { mail: undefined } })
    expect(problemsOf({ SMTP_URL: mail.SMTP_URL })).toEqual(['MAIL_FROM'])
  })

  it('never repeats the password of a malformed SMTP_URL', () => {
    const result = readConfig({ SMTP_URL: 'smtp://caixa:hunter2@', MAIL_FROM: 'a@loja.example' })
    expect(result).toEqual({ ok: false, problems: [expect.stringMatching(/^SMTP_URL: /)] })
    expect(JSON.stringify(result)).not.toContain('hunter2')
  })
})
