import { createBff } from '#page/bff/bff.ts'
import { createPageClient } from '#page/bff/page-client.ts'
import { Session } from '#contract/session.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { API_URL } from '../../testing/api-url.ts'
import { createCaller } from '../../testing/caller.ts'
import { composeApi } from '../../testing/compose-api.ts'
import { makeMerchant } from '../../testing/merchant.ts'
import { createScriptedProcessor } from '../../testing/scripted-processor.ts'
import { envelopeOf } from '../../testing/seal-card.ts'
import { SEALED_CARD } from '../../testing/shopper.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'

export interface CardTestingStage {
  clock: TestClock
  /** Creates a session of R$ 259,90; resolves to its reference. */
  newSession(): Promise<string>
  /** Pays by card as a browser at this address does; resolves to the HTTP status and the payment's status. */
  pay(order: Order): Promise<Paid>
  /** Payments that the processor was asked for. */
  asked(): number
  close(): Promise<void>
}

export interface Order {
  reference: string
  address: string
  isGood: boolean
  /** Repeated for the same payment. */
  idempotencyKey: string
}

export interface Paid {
  status: number
  isPaid: boolean
}

const START = new Date('2026-11-20T15:00:00.000Z')
const CHECKOUT_URL = 'http://checkout.test'
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const AMOUNT = 25_990

/** The defaults of production. */
const CARD_DECLINES_PER_SESSION = 5
const CARD_DECLINES_PER_ADDRESS = 10

/**
 * The page's backend over the API over PostgreSQL, in one process, with a processor that knows good cards from bad
 * ones.
 */
export async function openCardTestingStage(url: string): Promise<CardTestingStage> {
  const database = openDatabase({ url, log: SILENT })
  const clock = createTestClock(START)
  let asked = 0
  const api = await composeApi({
    database,
    url,
    clock,
    cardDeclinesPerSession: CARD_DECLINES_PER_SESSION,
    processor: {
      ...createScriptedProcessor(),
      async createPayment({ method }) {
        asked += 1
        const isGood = method.type === 'card' && method.encryptedCard === GOOD_CARD
        return isGood
          ? { status: 'succeeded', capturedMinor: AMOUNT, currency: 'BRL' }
          : { status: 'failed', declineCode: 'card_declined' }
      },
    },
  })
  const { random, keys } = api.context
  const operator = { database, keys, clock: () => clock.now(), random }
  const { merchantId, apiKey } = await makeMerchant(operator, 'sandbox', MERCHANT)
  const checkout = await issueKey(operator, keyOfCheckout('sandbox'))
  const merchant = createCaller(api.fetch, apiKey)
  const bff = createBff({
    client: createPageClient({
      apiKey: checkout.apiKey,
      environment: 'sandbox',
      baseUrl: API_URL,
      fetch: (request) => api.fetch(request),
    }),
    build: { kind: 'missing', directory: '' },
    environment: 'sandbox',
    checkoutUrl: CHECKOUT_URL,
    fieldsUrl: 'http://fields.test',
    cardDeclinesPerAddress: CARD_DECLINES_PER_ADDRESS,
    log: SILENT,
    clock: () => clock.now(),
  })

  const sessions = new Map<string, string>()
  return {
    clock,
    asked: () => asked,
    async newSession() {
      const customer = { email: 'maria@example.com' }
      const order = { merchantId, amount: AMOUNT, currency: 'BRL', customer }
      const { id, url: page } = (await merchant.post('/v1/sessions', order)).as(Session)
      const reference = page.slice(page.lastIndexOf('/') + 1)
      sessions.set(reference, id)
      return reference
    },
    async pay({ reference, address, isGood, idempotencyKey }) {
      const seal = {
        envelopeKey: keys.cardEnvelopes.publicKey,
        sessionId: sessions.get(reference) ?? '',
        merchantId,
        currency: 'BRL',
        plans: [{ installments: 1, amount: AMOUNT }],
      }
      const sealedFor = { idempotencyKey, now: clock.now() }
      const encrypted = envelopeOf(isGood ? GOOD_CARD : BAD_CARD, seal, sealedFor)
      const card = { ...SEALED_CARD.card, encrypted }
      const request = new Request(`${CHECKOUT_URL}/api/checkout/${reference}/payments`, {
        method: 'POST',
        headers: { ...OWN_PAGE, 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ method: 'card', card }),
      })
      const response = await bff.fetch(request, { address })
      const body = (await response.json()) as { status?: string }
      return { status: response.status, isPaid: body.status === 'complete' }
    },
    async close() {
      bff.close()
      await api.close()
      await database.close()
    },
  }
}

const GOOD_CARD = 'good.card.c.d.e'
const BAD_CARD = 'stolen.card.c.d.e'

const OWN_PAGE = {
  'content-type': 'application/json',
  origin: CHECKOUT_URL,
  'sec-fetch-site': 'same-origin',
  'x-checkout': '1',
}

const MERCHANT = { name: 'Loja São João', returnOrigins: ['https://store.example'] }
