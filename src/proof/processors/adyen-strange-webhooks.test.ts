import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { fetchWithin } from '#domain/fetch-within.ts'
import { createAdyen } from '#server/processors/adyen/adyen.ts'
import type { Transport } from '#server/processors/http/http.ts'
import { listenHttp, type Listening } from '#server/process/listen-http.ts'
import { finishIntents } from '#server/service/payments/finish-intents.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { signedItem, webhookOf, type Item } from '../testing/adyen/signed-webhook.ts'
import { contextOf, NOW, SETTINGS } from '../testing/adyen/test-account.ts'
import { PSP } from '../testing/adyen/test-payments.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { freePort } from '../testing/free-port.ts'
import { createTestSession, SEALED_CARD } from '../testing/shopper.ts'

const AMOUNT = { currency: 'BRL', value: 25_990 }
const HOST = '127.0.0.1'
const JSON_TYPE = 'application/json'
const [KEY = ''] = SETTINGS.hmacKeys

/** Body, type of the content where it is another, and what it is answered with. */
type Strange = [what: string, status: number, bodyOf: (item: Item) => unknown, contentType?: string]

const signed = (item: Item, changes: Item = {}) => signedItem({ ...item, ...changes }, KEY)
const oneOf = (item: Item, changes: Item = {}) => webhookOf([signed(item, changes)])
/** An item that would take the money back. */
const chargeback = { eventCode: 'CHARGEBACK', pspReference: 'CHARGEBACK1', originalReference: PSP }

/** Adyen queues behind a webhook that is refused, so what it signed is acknowledged, whatever it is. */
const STRANGE: readonly Strange[] = [
  ['an amount as text', 204, (item) => oneOf(item, { amount: { ...AMOUNT, value: '25990' } })],
  ['an amount as a list', 204, (item) => oneOf(item, { amount: [25_990] })],
  ['no amount', 204, (item) => oneOf(item, { amount: undefined })],
  ['an amount of a fraction', 204, (item) => oneOf(item, { amount: { ...AMOUNT, value: 0.5 } })],
  ['a success of another form', 204, (item) => oneOf(item, { success: 'True' })],
  ['a success as a number', 204, (item) => oneOf(item, { success: 1 })],
  ['names as objects', 204, (item) => oneOf(item, { pspReference: {}, eventCode: [] })],
  ['an unknown event', 204, (item) => oneOf(item, { eventCode: 'EVENT_OF_TOMORROW' })],
  ['the other environment', 204, (item) => webhookOf([signed(item)], { live: 'true' })],
  ['a list as environment', 400, (item) => webhookOf([item], { live: ['true', 'false'] })],
  [
    'two environments',
    400,
    (item) => JSON.stringify(oneOf(item)).replace('"live"', '"live":"true","live"'),
  ],
  ['no signature', 400, (item) => webhookOf([{ ...item, ...chargeback }])],
  ['the signature of another', 400, (item) => webhookOf([{ ...signed(item), ...chargeback }])],
  ['a list', 400, (item) => [oneOf(item)]],
  ['the items alone', 400, (item) => [signed(item)]],
  ['no items', 400, () => webhookOf([])],
  ['no list of items', 400, (item) => ({ notificationItems: signed(item) })],
  ['text', 400, () => '"[accepted]"'],
  ['null', 400, () => 'null'],
  ['cut JSON', 400, (item) => JSON.stringify(oneOf(item)).slice(0, -2)],
  ['nothing', 400, () => ''],
  [
    'a form',
    415,
    (item) => new URLSearchParams({ eventCode: String(item['eventCode']) }).toString(),
    'application/x-www-form-urlencoded',
  ],
  ['JSON as text', 415, (item) => oneOf(item), 'text/plain'],
  ['more than 64 KiB', 413, (item) => oneOf(item, { reason: 'x'.repeat(65_536) })],
]

describe('S-157: a strange webhook of Adyen', () => {
  let api: TestApi
  let server: Listening
  let port = 0
  let clock = () => NOW

  beforeAll(async () => {
    // Adyen's answers to payments are lost: its webhooks alone tell of them.
    const transport: Transport = async ({ url }) => {
      if (url.endsWith('/payments')) throw new Error('timeout')
      const text = JSON.stringify({ status: 'received', pspReference: 'CAPTUREHXSKGK820' })
      return { status: 201, text }
    }
    const deps = { transport, nowMs: () => 0, timer: async () => undefined }
    api = await startTestApi({
      processor: createAdyen(contextOf({ clock: () => clock() }), deps),
    })
    clock = () => api.clock.now()
    port = await freePort()
    server = await listenHttp({
      fetch: (...call) => api.fetch(...call),
      port,
      host: HOST,
      name: 'API',
    })
  })
  afterAll(async () => {
    await server.close({ idleMs: 0, graceMs: 1000 })
    await api.close()
  })

  const post = async (body: unknown, type = JSON_TYPE) =>
    fetchWithin(
      fetch,
      `http://${HOST}:${port}/processor/notifications/adyen-br`,
      {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        timeoutMs: 10_000,
      },
      async ({ status }) => status,
    )
  const pay = async () => {
    const open = await createTestSession(api)
    const id = (await open.pay(SEALED_CARD)).as(Checkout).payment?.id ?? ''
    return { open, id }
  }
  const authorised = (merchantReference: string): Item => ({
    pspReference: PSP,
    originalReference: '',
    merchantAccountCode: SETTINGS.merchantAccount,
    merchantReference,
    amount: AMOUNT,
    eventCode: 'AUTHORISATION',
    success: 'true',
    eventDate: api.clock.now().toISOString(),
  })
  const work = async () => {
    // One inquiry per payment and second is made at once.
    api.clock.advance(60_000)
    await resolvePayments(api.context)
    await finishIntents(api.context)
  }

  it.each(STRANGE)(
    'with %s is answered with %i, books nothing, and the next one is taken',
    async (_, status, bodyOf, type) => {
      const { open, id } = await pay()
      expect(await post(bodyOf(authorised(id)), type)).toBe(status)
      await work()
      expect((await open.look()).payment?.status).toBe('unknown')
      expect(await post(oneOf(authorised(id)))).toBe(204)
      await work()
      expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountReversed: 0 })
    },
  )
})
