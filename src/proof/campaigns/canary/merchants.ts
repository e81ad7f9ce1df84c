import { z } from 'zod'
import { CardSeal, type ShopperBrowser } from '#contract/checkout.ts'
import { Session, type CreateSessionInput } from '#contract/session.ts'
import { envelopeOf, sealCard } from '../../testing/seal-card.ts'
import { addReference, createCaller, type Called, type Caller } from './callers.ts'
import type { CanaryCard } from './cards.ts'
import type { CanaryStage } from './stage.ts'

const Created = z.object({ merchantId: z.uuid(), webhookSecret: z.string() })
const Issued = z.object({ keyId: z.string(), apiKey: z.string() })
const Rotated = z.object({ webhookSecret: z.string() })
const Link = z.object({ url: z.string() })
const DemoStore = z.object({ apiKey: z.string(), webhookSecret: z.string() })

/** A merchant whose secrets are canaries, made by the operator's commands. */
export interface CanaryMerchant {
  id: string
  name: string
  keyId: string
  call: Caller
  /** Creates a session whose reference is a canary. */
  open(what: string, changes?: Partial<CreateSessionInput>): Promise<CanarySession>
}

export interface CanarySession {
  id: string
  url: string
  reference: string
  path: string
}

/** A marker in data that reaches nearly every sink: a sink without it was not searched. */
export const TRACER = 'trace-e5b1c7'

/** The operator's commands; their output shows secrets once. */
export function createOperator(
  { book, processes }: CanaryStage,
  variables: Record<string, string>,
) {
  async function json(...args: string[]): Promise<unknown> {
    const { ok, stdout, stderr } = await processes.command([...args, '--json'], variables)
    if (!ok) throw new Error(`${args.slice(0, 2).join(' ')} failed: ${stderr}`)
    return JSON.parse(stdout)
  }
  function addWebhookSecret(name: string, secret: string): void {
    book.add(name, 'webhook secret', secret)
    book.add(`bytes of the ${name}`, 'webhook secret', Buffer.from(secret.slice(6), 'base64'))
  }
  return {
    json,
    run: (...args: string[]) => processes.command(args, variables),
    async issueKey(name: string, ...args: string[]) {
      const issued = Issued.parse(await json('keys', 'issue', ...args))
      book.add(name, 'api key', issued.apiKey)
      return issued
    },
    async rotateKey(name: string, keyId: string) {
      const issued = Issued.parse(await json('keys', 'rotate', keyId))
      book.add(name, 'api key', issued.apiKey)
      return issued
    },
    async rotateWebhookSecret(name: string, merchantId: string) {
      const rotated = Rotated.parse(await json('callback', 'rotate', '--merchant', merchantId))
      addWebhookSecret(name, rotated.webhookSecret)
    },
    async signInLink(name: string, merchantId: string) {
      const { url } = Link.parse(await json('merchants', 'sign-in', merchantId))
      book.add(name, 'sign-in link', url.slice(url.indexOf('#') + 1))
      return url
    },
    async inviteAdmin(name: string, email: string) {
      const { url } = Link.parse(await json('users', 'invite', '--email', email, '--role', 'admin'))
      book.add(name, 'sign-in link', url.slice(url.indexOf('#') + 1))
      return url
    },
    addWebhookSecret,
    async createMerchant(name: string, callbackUrl: string, origin: string) {
      const flags = ['--name', `${name} ${TRACER}`, '--callback-url', callbackUrl]
      const created = Created.parse(
        await json('merchants', 'create', ...flags, '--return-origin', origin),
      )
      addWebhookSecret(`webhook secret of ${name}`, created.webhookSecret)
      return created.merchantId
    },
    /** Adds the secrets of the demo store from the sandbox's output. */
    addDemoStore(text: string) {
      const { apiKey, webhookSecret } = DemoStore.parse(JSON.parse(text))
      book.add('key of the demo store', 'api key', apiKey)
      addWebhookSecret('webhook secret of the demo store', webhookSecret)
    },
  }
}

export type Operator = ReturnType<typeof createOperator>

/** Makes a merchant with a key. The server must run before the merchant can call it. */
export async function makeMerchant(
  stage: CanaryStage,
  operator: Operator,
  name: string,
): Promise<CanaryMerchant> {
  const { merchantOrigin: origin, urls, book } = stage
  const id = await operator.createMerchant(name, `${origin}/hooks/${name}`, origin)
  const { keyId, apiKey } = await operator.issueKey(`key of ${name}`, '--merchant', id)
  const call = createCaller(stage, { who: name, origin: urls.api, apiKey })
  let sessions = 0
  return {
    id,
    name,
    keyId,
    call,
    async open(what, changes) {
      const answer = await call('POST', '/v1/sessions', {
        headers: { 'idempotency-key': `${name}-${(sessions += 1)}` },
        body: {
          merchantId: id,
          amount: 25_990,
          currency: 'BRL',
          orderReference: `${TRACER}-${sessions}`,
          customer: { email: 'succeed_immediately@example.com' },
          collect: { email: 'optional' },
          successUrl: `${origin}/ok?order=${TRACER}-${sessions}`,
          cancelUrl: `${origin}/cart`,
          ...changes,
        },
      })
      const session = Session.parse(JSON.parse(answer.text))
      const reference = addReference(book, `reference of ${name} for ${what}`, session.url)
      const path = `/v1/checkout/${reference}`
      return { id: session.id, url: session.url, reference, path }
    },
  }
}

const BROWSER = {
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 720,
  timeZoneOffset: 180,
  javaEnabled: false,
  language: 'pt-BR',
  ip: '203.0.113.219',
  userAgent: 'CanaryBrowser/219',
  accept: 'application/canary-219',
} as const satisfies ShopperBrowser

/** Shoppers without a browser, over the page's backend. */
export async function openShoppers(stage: CanaryStage, checkoutKey: string) {
  const { book, urls } = stage
  const page = createCaller(stage, { who: 'checkout', origin: urls.api, apiKey: checkoutKey })
  for (const name of ['ip', 'userAgent', 'accept'] as const)
    book.add(`${name} of a shopper's browser`, 'browser', BROWSER[name])
  let keys = 0
  /** Encrypts a card and seals its envelope for the request body. */
  async function sealed(session: CanarySession, { number, code, holder }: CanaryCard) {
    const answer = await page('GET', `${session.path}/card-seal`)
    const seal = CardSeal.parse(JSON.parse(answer.text))
    const inner = await sealCard(seal.encryptionKey, number, { securityCode: code, name: holder })
    const idempotencyKey = `card-${(keys += 1)}`
    const encrypted = envelopeOf(inner, seal, { idempotencyKey })
    book.add(`envelope for ${session.id}`, 'envelope', encrypted)
    const card = { encrypted, brand: null, lastFour: number.slice(-4) }
    const body = { method: 'card', card, browser: BROWSER }
    const headers = { 'idempotency-key': idempotencyKey }
    return (): Promise<Called> => page('POST', `${session.path}/payments`, { headers, body })
  }
  return {
    page,
    sealed,
    payByCard: async (session: CanarySession, card: CanaryCard) => (await sealed(session, card))(),
    payByPix: (session: CanarySession) =>
      page('POST', `${session.path}/payments`, { body: { method: 'pix', browser: BROWSER } }),
  }
}

export type Shoppers = Awaited<ReturnType<typeof openShoppers>>
