import { randomUUID } from 'node:crypto'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MerchantId } from '#contract/ids.ts'
import { readMerchant } from '#server/database/merchants/merchants.ts'
import { liveWebhookSecrets } from '#server/database/merchants/webhook-secrets.ts'
import { PNG, startImageServer } from '#proof/testing/image-server.ts'
import {
  openCommandLine,
  PRODUCTION,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'

interface Created {
  merchantId: string
  name: string
  webhookSecret: string
}

let checkout: CommandLine
let production: CommandLine
beforeAll(async () => {
  checkout = await openCommandLine()
  production = await openCommandLine(PRODUCTION)
})
afterAll(async () => {
  await checkout.close()
  await production.close()
})

const CREATE = 'merchants create --name Loja'

describe('checkout merchants create', () => {
  it('prints id, name and secret, and stores the options', async () => {
    const created = await checkout.json<Created>(
      `${CREATE} --currency usd --country us --callback-url https://loja.example/webhooks#now
       --return-origin https://Loja.example/ --return-origin https://m.loja.example
       --success-url https://loja.example/ok?s={SESSION_ID}`,
    )
    expect(created).toEqual({
      merchantId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Loja',
      webhookSecret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
    })
    expect(MerchantId.safeParse(created.merchantId).success).toBe(true)
    expect(await readMerchant(checkout.database, created.merchantId)).toMatchObject({
      name: 'Loja',
      currency: 'USD',
      country: 'US',
      callbackUrl: 'https://loja.example/webhooks',
      returnOrigins: ['https://loja.example', 'https://m.loja.example'],
      successUrl: 'https://loja.example/ok?s={SESSION_ID}',
      cancelUrl: null,
      latePayments: 'refund',
    })
    expect(await secretsOf(created.merchantId)).toEqual([created.webhookSecret])
  })

  it('prints id and secret as text, each alone on a line', async () => {
    const { exitCode, stdout, stderr } = await checkout.run(CREATE)
    expect(exitCode).toBe(0)
    const [merchantId = '', webhookSecret = '', ...rest] = stdout.split('\n')
    expect(await secretsOf(merchantId)).toEqual([webhookSecret])
    expect(rest).toEqual([''])
    expect(stderr).toContain('shown this once')
    expect(stderr).not.toContain(webhookSecret)
  })

  it('prints environment variables for sandbox tests with --env, with a working key', async () => {
    const { exitCode, stdout, stderr } = await checkout.run(`${CREATE} --env`)
    expect(exitCode).toBe(0)
    const variables = parseEnv(stdout)
    expect(variables).toEqual({
      CHECKOUT_URL: 'http://localhost:4242',
      API_URL: 'http://localhost:4243',
      MERCHANT_ID: expect.any(String),
      API_KEY: expect.stringMatching(/^hp_test_/),
      WEBHOOK_SECRET: expect.stringMatching(/^whsec_/),
    })
    const { MERCHANT_ID = '', API_KEY = '', WEBHOOK_SECRET = '' } = variables
    expect(await secretsOf(MERCHANT_ID)).toEqual([WEBHOOK_SECRET])
    const keys = await checkout.json<{ keyId: string }[]>(`keys list --merchant ${MERCHANT_ID}`)
    expect(keys).toHaveLength(1)
    for (const secret of [API_KEY, WEBHOOK_SECRET]) expect(stderr).not.toContain(secret)
    const asJson = await checkout.json<Created>(`${CREATE} --env`)
    expect(asJson).toMatchObject({ apiKey: expect.stringMatching(/^hp_test_/) })
  })

  it.each([
    ['--callback-url https://10.0.0.7/hooks', 'must lead to a public address'],
    ['--callback-url https://user:pass@loja.example/hooks', 'without user info', 64],
    ['--callback-url loja.example/hooks', 'absolute http or https URL', 64],
    ['--return-origin https://loja.example/back', 'without a path: https://loja.example', 64],
    ['--success-url https://loja.example/ok?session_id=1', 'the parameter session_id', 64],
    ['--success-url https://other.example/ok', 'none of those given with --return-origin'],
    ['--currency BRX', 'must be a currency of ISO 4217', 64],
    ['--country BRA', 'must be an assigned ISO 3166-1 code of two letters', 64],
    ['--country uk', 'here probably GB', 64],
    ['--name "  "', 'must not be empty', 64],
  ])('refuses %s', async (options, message, code = 1) => {
    const { exitCode, stdout, stderr } = await checkout.run(`${CREATE} ${options}`)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(code)
  })

  it.each([
    ['--callback-url http://loja.example/hooks', 'in production it must be https'],
    ['--callback-url https://localhost/hooks', 'must lead to a public address'],
    ['--return-origin http://loja.example', 'in production it must be https'],
    ['--success-url http://localhost/ok', 'none of those given with --return-origin'],
  ])('refuses %s in production', async (options, message) => {
    const { exitCode, stdout, stderr } = await production.run(`${CREATE} ${options}`)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(1)
  })

  it('allows loopback callbacks in the sandbox, unless the configuration forbids it', async () => {
    const local = `${CREATE} --callback-url http://localhost:3000/hooks`
    expect((await checkout.run(local)).exitCode).toBe(0)
    const forbidding = { ALLOW_LOOPBACK_CALLBACKS: 'false' }
    expect((await checkout.run(local, forbidding)).exitCode).toBe(1)
  })
})

describe('checkout merchants set', () => {
  it('changes only the given settings', async () => {
    const { merchantId } = await checkout.json<Created>(CREATE)
    const set = `merchants set ${merchantId}`
    await checkout.json(`${set} --brand-color #0A7D55 --radius 8`)
    await checkout.json(`${set} --late-payments accept --return-origin https://a.example`)
    await checkout.json(`${set} --amount-mismatch refund`)
    await checkout.json(`${set} --logo-url https://logo.invalid/l.png --radius none`)
    await checkout.json(`${set} --payment-methods pix,card`)
    expect(await checkout.json(`merchants show ${merchantId}`)).toMatchObject({
      merchantId,
      name: 'Loja',
      latePayments: 'accept',
      amountMismatch: 'refund',
      paymentMethods: ['pix', 'card'],
      returnOrigins: ['https://a.example'],
      brand: { color: '#0a7d55', logoUrl: 'https://logo.invalid/l.png', radiusPx: null },
    })
  })

  it('states the seller and its support, and takes them back with "none"', async () => {
    const facts = `--tax-id 12.345.678/0001-95 --support-email ajuda@loja.example
       --support-phone +551130040000 --terms-url https://loja.example/termos`
    const { merchantId } = await checkout.json<Created>(`${CREATE} --legal-name Ltda ${facts}`)
    const set = `merchants set ${merchantId}`
    await checkout.json(`${set} --privacy-url https://loja.example/privacidade`)
    const stated = {
      legalName: 'Ltda',
      taxId: '12345678000195',
      supportEmail: 'ajuda@loja.example',
      supportPhone: '+551130040000',
      termsUrl: 'https://loja.example/termos',
      privacyUrl: 'https://loja.example/privacidade',
    }
    expect(await checkout.json(`merchants show ${merchantId}`)).toMatchObject(stated)
    const { stdout } = await checkout.run(`merchants show ${merchantId}`)
    expect(stdout).toContain('12.345.678/0001-95')
    expect(
      await checkout.json(`${set} --tax-id 12.ABC.345/01DE-35 --terms-url none`),
    ).toMatchObject({ ...stated, taxId: '12ABC34501DE35', termsUrl: null })
  })

  it('states the time zone, and takes it back to that of the country with "none"', async () => {
    const { merchantId } = await checkout.json<Created>(`${CREATE} --time-zone Asia/Kolkata`)
    expect(await checkout.json(`merchants show ${merchantId}`)).toMatchObject({
      timeZone: 'Asia/Kolkata',
    })
    const set = (zone: string) => checkout.run(`merchants set ${merchantId} --time-zone ${zone}`)
    expect((await set('America/Manaus')).stdout).toMatch(/Time zone +America\/Manaus/)
    await checkout.json(`merchants set ${merchantId} --name Outra`)
    expect((await set('none')).stdout).toMatch(/Time zone +America\/Sao_Paulo/)
    expect(await checkout.json(`merchants show ${merchantId}`)).toMatchObject({
      name: 'Outra',
      timeZone: null,
    })
  })

  it.each([
    ['--time-zone Brasilia', 'must be a time zone, as in America/Sao_Paulo'],
    ['--time-zone +03:00', 'must be a time zone, as in America/Sao_Paulo'],
    ['--tax-id 12.345.678/0001-90', 'CPF or CNPJ with right check digits'],
    ['--support-email ajuda', 'must be an e-mail address'],
    ['--support-phone 1130040000', 'must be a phone number as in'],
    ['--terms-url http://loja.example/termos', 'must be an address with https'],
    ['--privacy-url javascript:alert(1)', 'absolute http or https URL'],
    ['--legal-name Loja\u202e', 'control characters'],
    ['--brand-color green', 'must be a colour'],
    ['--payment-methods card,cash', 'must be names of card, pix, boleto'],
    ['--payment-methods card,card', 'must not repeat'],
    ['--logo-url loja.example/logo.png', 'absolute http or https URL'],
    ['--radius 25', 'from 0 to 24'],
    ['--late-payments keep', 'Allowed choices are accept, refund'],
    ['--amount-mismatch keep', 'Allowed choices are hold, accept, refund'],
    ['', 'nothing to change'],
  ])('64 for "%s"', async (options, message) => {
    const { exitCode, stderr } = await checkout.run(`merchants set ${randomUUID()} ${options}`)
    expect(stderr).toContain(message)
    expect(exitCode).toBe(64)
  })

  it('stores a logo, and warns when it cannot be fetched', async () => {
    const { merchantId } = await checkout.json<Created>(CREATE)
    await using server = await startImageServer((request, response) =>
      response.end(request.url === '/logo.png' ? PNG : '<svg/>'),
    )
    const set = (
      path: string,
      variables: Record<string, string> = { ALLOW_LOOPBACK_IMAGES: 'true' },
    ) => checkout.run(`merchants set ${merchantId} --logo-url ${server.origin}${path}`, variables)
    const shown = await set('/logo.png')
    expect(shown.stdout).toContain(`${server.origin}/logo.png`)
    expect(shown.stderr).toBe('')
    const svg = await set('/logo.svg')
    expect(svg.exitCode).toBe(0)
    expect(svg.stdout).toContain(`${server.origin}/logo.svg`)
    expect(svg.stderr).toContain('it is no PNG, JPEG, WebP, GIF or AVIF')
    const forbidden = await set('/logo.png', { ALLOW_LOOPBACK_CALLBACKS: 'false' })
    expect(forbidden.exitCode).toBe(1)
    expect(forbidden.stderr).toContain('must lead to a public address')
    expect((await set('/logo.png', {})).stderr).toContain('leads to an address that is not public')
    expect(server.asked).toEqual(['/logo.png', '/logo.svg'])
  })

  it('changes where shoppers go by default, within the return origins', async () => {
    const { merchantId } = await checkout.json<Created>(
      `${CREATE} --return-origin https://loja.example`,
    )
    const set = `merchants set ${merchantId}`
    const urls = { successUrl: 'https://loja.example/ok', cancelUrl: 'https://loja.example/cart' }
    expect(
      await checkout.json(`${set} --success-url ${urls.successUrl} --cancel-url ${urls.cancelUrl}`),
    ).toMatchObject(urls)
    expect(await checkout.json(`${set} --success-url none`)).toMatchObject({
      ...urls,
      successUrl: null,
    })
    const refused = await checkout.run(`${set} --cancel-url https://other.example/`)
    expect(refused.stderr).toContain('its origin is none of those')
    expect(refused.exitCode).toBe(1)
  })

  it.each(['show', 'set'])('%s: 1 for an unknown merchant', async (verb) => {
    const change = verb === 'set' ? '--name Outra' : ''
    const id = randomUUID()
    const { exitCode, stdout, stderr } = await checkout.run(`merchants ${verb} ${id} ${change}`)
    expect(stderr).toContain(`There is no merchant ${id}`)
    expect(stdout).toBe('')
    expect(exitCode).toBe(1)
  })
})

describe('checkout merchants list', () => {
  it('prints the same merchants as JSON and as text, without secrets', async () => {
    const { merchantId, webhookSecret } = await checkout.json<Created>(CREATE)
    const documents = await checkout.json<Created[]>('merchants list')
    expect(documents.map((document) => document.merchantId)).toContain(merchantId)
    const { stdout } = await checkout.run('merchants list')
    const [heads, ...rows] = stdout.trimEnd().split('\n')
    expect(heads).toMatch(/^MERCHANT +CURRENCY +COUNTRY +CREATED +NAME$/)
    expect(rows).toHaveLength(documents.length)
    expect(JSON.stringify(documents) + stdout).not.toContain(webhookSecret)
  })
})

function secretsOf(merchantId: string): Promise<string[]> {
  const { database, keys } = checkout
  return liveWebhookSecrets(database, keys.opensWebhookSecrets, merchantId, new Date())
}
