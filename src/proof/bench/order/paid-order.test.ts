import { setImmediate } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { CardSeal, Checkout } from '#contract/checkout.ts'
import { Session } from '#contract/session.ts'
import { createDeliveryWorker } from '#server/service/events/deliveries/delivery-worker.ts'
import { findReference } from '#server/service/keys/reference.ts'
import { createSender, type WebhookRequest } from '#server/outgoing/send-webhook.ts'
import { startTestApi, type TestApi, type TestMerchant } from '../../testing/api.ts'
import { createScriptedProcessor } from '../../testing/scripted-processor.ts'
import { envelopeOf } from '../../testing/seal-card.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { countByName, NOTIFYING } from './count-statements.ts'

const STATEMENTS_MAX = 12
const NOTIFICATIONS = 2
const AMOUNT = 25_990
const { around, counts } = countByName()

let api: TestApi
let merchant: TestMerchant
let receiver: WebhookReceiver

beforeAll(async () => {
  const processor = createScriptedProcessor()
  processor.script('createPayment', {
    status: 'succeeded',
    capturedMinor: AMOUNT,
    currency: 'BRL',
  })
  receiver = await startWebhookReceiver()
  api = await startTestApi({ processor, opening: { publishing: 'gathered', around } })
  merchant = await api.addMerchant({ callbackUrl: receiver.url })
})

afterAll(async () => {
  await api.close()
  await receiver[Symbol.asyncDispose]()
})

/** Creates a session as a merchant, reads it as the page and as the card's frame do, and pays it by card. */
async function placeOrder(idempotencyKey: string): Promise<void> {
  const body = { merchantId: merchant.id, amount: AMOUNT, currency: 'BRL' }
  const order = { ...body, customer: { email: 'maria@example.com' } }
  const headers = { 'idempotency-key': idempotencyKey }
  const { url } = (await merchant.post('/v1/sessions', order, headers)).as(Session)
  const path = `/v1/checkout/${url.slice(url.lastIndexOf('/') + 1)}`
  await api.checkout.get(path)
  const seal = (await api.checkout.get(`${path}/card-seal`)).as(CardSeal)
  const encrypted = envelopeOf('a.b.c.d.e', seal, { idempotencyKey, now: api.clock.now() })
  const card = { encrypted, brand: 'visa', lastFour: '4242' }
  const paid = await api.checkout.post(`${path}/payments`, { method: 'card', card }, headers)
  expect(paid.as(Checkout)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
}

/** Runs the delivery worker once, so that a single claim takes the order's deliveries. */
async function deliver(): Promise<void> {
  const { context } = api
  const sender = createSender({
    lookup: async () => [],
    allowLoopback: true,
    clock: () => new Date(),
  })
  const answered: WebhookRequest[] = []
  const worker = createDeliveryWorker({
    ...context,
    secretKeys: context.keys.opensWebhookSecrets,
    referenceOf: (sessionId) => findReference(context, sessionId),
    sender: {
      ...sender,
      async post(request) {
        const result = await sender.post(request)
        answered.push(request)
        return result
      },
    },
    // Until both have answered: on a busy machine, that can take longer than the worker waits by default.
    async gather() {
      await expect.poll(() => answered.length).toBe(NOTIFICATIONS)
      await setImmediate()
    },
  })
  expect(await worker.runOnce()).toBe(NOTIFICATIONS)
  await worker.stop()
}

it(`a paid order takes at most ${STATEMENTS_MAX} statements, each of them alone`, async () => {
  // The first order fills the caches of API keys.
  await placeOrder('first')
  await deliver()
  await expect.poll(() => counts['publish notices']).toBe(3)
  const before = { ...counts }
  await placeOrder('second')
  await deliver()
  await expect.poll(() => counts['publish notices']).toBe(6)

  const { [NOTIFYING]: _, ...all } = counts
  const taken = Object.entries(all)
    .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
    .filter(([, count]) => count > 0)
  // No `begin` and no `commit`: each is its own transaction, and one round trip.
  expect(Object.fromEntries(taken)).toEqual({
    'insert session under key': 1,
    'session by reference': 3,
    'begin payment': 1,
    'settle payment': 1,
    'claim due deliveries': 1,
    'live webhook secrets of merchants': 1,
    'finish delivered attempts': 1,
    'publish notices': 3,
  })
  expect(taken.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(STATEMENTS_MAX)
  expect(receiver.received).toHaveLength(2 * NOTIFICATIONS)
})
