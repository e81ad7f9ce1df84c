import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import {
  Replays,
  ViewedEvent,
  ViewedEventList,
  type ViewedEventSummary,
} from '../../contract/viewer.ts'
import { newId } from '../../domain/id.ts'
import { startTestApi, type TestApi, type TestMerchant } from '../../proof/testing/api.ts'
import { insertTestEvent } from '../../proof/testing/notification-records.ts'
import { createTestSession } from '../../proof/testing/shopper.ts'
import { signIn, type TestViewer } from '../../proof/testing/viewers.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../proof/testing/webhook-receiver.ts'

let api: TestApi
let receiver: WebhookReceiver
let merchant: TestMerchant
let viewer: TestViewer
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  merchant = await api.addMerchant({ callbackUrl: receiver.url })
  viewer = await signIn(api, merchant)
  return () => receiver[Symbol.asyncDispose]()
})

const CANCELED = { orderReference: 'A-1001' }
/** Creates a session and cancels it; it has one event. */
async function cancelSession() {
  const open = await createTestSession(api, CANCELED, merchant)
  await merchant.post(`/v1/sessions/${open.id}/cancel`)
  return open
}
const list = async (query = '', by = viewer) =>
  (await by.get(`/events${query}`)).as(ViewedEventList)
const readOne = async ({ id }: { id: string }) =>
  (await viewer.get(`/events/${id}`)).as(ViewedEvent)
/** Advances the merchant's clock, which delivers what is due. */
const advance = (by: string) => merchant.post('/v1/sandbox/clock', { action: 'advance', by })
const replay = async (...eventIds: string[]) =>
  (await viewer.post('/replays', { eventIds })).as(Replays).data

function only(events: readonly ViewedEventSummary[]): ViewedEventSummary {
  expect(events).toHaveLength(1)
  return events[0] as ViewedEventSummary
}

describe('GET /v1/sandbox/viewer/events', () => {
  it('has the state of the last delivery', async () => {
    const open = await cancelSession()
    const waiting = only((await list()).data)
    expect(waiting).toMatchObject({
      type: 'session.canceled',
      sessionId: open.id,
      orderReference: 'A-1001',
      state: 'pending',
      deliveries: 1,
      attempts: 0,
    })
    receiver.answer = (_, response) => response.writeHead(500).end('<b>no</b>')
    await advance('1s')
    const failed = only((await list()).data)
    expect(failed).toMatchObject({ state: 'retrying', attempts: 1, lastStatusCode: 500 })
    expect(failed.nextAttemptAt).not.toBeNull()
    await advance('4d')
    expect(only((await list()).data)).toMatchObject({ state: 'exhausted', attempts: 12 })
    receiver.answer = (_, response) => response.writeHead(204).end()
    await replay(failed.id)
    expect(only((await list()).data)).toMatchObject({ state: 'pending', deliveries: 2 })
    await advance('1s')
    expect(only((await list()).data)).toMatchObject({
      state: 'succeeded',
      deliveries: 2,
      attempts: 13,
      lastStatusCode: 204,
    })
  })

  it('pages, newest first, and filters by type, session and state', async () => {
    const [first, second] = [await cancelSession(), await cancelSession()]
    await advance('1s')
    const ping = await insertTestEvent(api.database, {
      merchantId: merchant.id,
      callbackUrl: null,
      createdAt: api.clock.now(),
    })
    const sessions = async (query: string) => (await list(query)).data.map((e) => e.sessionId)
    expect(await sessions('')).toEqual([null, second.id, first.id])
    const page = await list('?limit=2')
    expect(page.hasMore).toBe(true)
    expect(await sessions(`?limit=2&after=${page.data[1]?.id}`)).toEqual([first.id])
    expect(await sessions('?type=ping')).toEqual([null])
    expect(await sessions(`?sessionId=${first.id}`)).toEqual([first.id])
    expect(await sessions('?state=succeeded')).toEqual([second.id, first.id])
    expect(await sessions('?state=failed')).toEqual([])
    expect((await list('?state=unsent')).data.map(({ id }) => id)).toEqual([ping.id])
  })

  it('finds the failed ones among 10 000 events', async () => {
    await api.sql(
      `insert into events (id, merchant_id, type, sequence, body, created_at)
       select 'evt_0Tq4mFhZ7Rk2vXw' || lpad(n::text, 7, '0'), $1, 'ping', 0, '{}', now()
       from generate_series(1, 10000) n`,
      merchant.id,
    )
    await api.sql(
      `insert into deliveries (id, event_id, merchant_id, url, status, created_at, finished_at)
       select replace(id, 'evt', 'dlv'), id, merchant_id, '', case when id like '%0000007' then 'exhausted'
         else 'succeeded' end, now(), now() from events where merchant_id = $1`,
      merchant.id,
    )
    const { data } = await list('?state=failed')
    expect(data.map(({ id }) => id)).toEqual(['evt_0Tq4mFhZ7Rk2vXw0000007'])
  })

  it.each(['state=lost', 'limit=101', 'limit=1e1', 'after=1', 'color=red'])(
    '422 for %s',
    async (query) => {
      expect((await viewer.get(`/events?${query}`)).status).toBe(422)
    },
  )
})

describe('GET /v1/sandbox/viewer/events/{id}', () => {
  it('shows the request byte for byte, and the response', async () => {
    receiver.answer = (_, response) => response.writeHead(503).end('<script>alert(1)</script>')
    await cancelSession()
    await advance('1s')
    const event = await readOne(only((await list()).data))
    const [received] = receiver.received
    expect(event.body).toBe(received?.body)
    const [attempt] = event.deliveries[0]?.attempts ?? []
    expect(attempt).toMatchObject({
      statusCode: 503,
      responseExcerpt: '<script>alert(1)</script>',
    })
    expect(received?.headers).toMatchObject(attempt?.requestHeaders ?? { none: true })
    // The timestamp is in real time, whatever the merchant's clock.
    const sentAt = Number(attempt?.requestHeaders?.['webhook-timestamp'])
    expect(Math.abs(sentAt - api.clock.now().getTime() / 1000)).toBeLessThan(2)
    const sign = new Webhook(merchant.webhookSecret)
    expect(sign.sign(event.id, new Date(sentAt * 1000), event.body)).toBe(
      attempt?.requestHeaders?.['webhook-signature'],
    )
  })

  it('never contains a secret', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end(merchant.webhookSecret)
    await cancelSession()
    await advance('1s')
    const event = only((await list()).data)
    const { text } = await viewer.get(`/events/${event.id}`)
    for (const secret of [merchant.webhookSecret, merchant.apiKey, viewer.token])
      expect(text).not.toContain(secret)
  })
})

describe('POST /v1/sandbox/viewer/replays', () => {
  it('sends each event again, once, to the current webhook endpoint', async () => {
    await cancelSession()
    await cancelSession()
    const ids = (await list()).data.map(({ id }) => id)
    await advance('1s')
    const results = await replay(...ids, ...ids)
    expect(results.map(({ eventId, result }) => [eventId, result])).toEqual(
      ids.map((id) => [id, 'sent_again']),
    )
    await advance('1s')
    const received = receiver.received.map(({ headers }) => headers['webhook-id'])
    for (const id of ids) expect(received.filter((one) => one === id)).toHaveLength(2)
    const { deliveries } = await readOne({ id: ids[0] ?? '' })
    expect(deliveries.at(-1)?.id).toBe(results[0]?.deliveryId)
  })

  it('sends once per Idempotency-Key', async () => {
    await cancelSession()
    const { id } = only((await list()).data)
    const key = { 'idempotency-key': 'press-1' }
    const first = await viewer.post('/replays', { eventIds: [id] }, key)
    const again = await viewer.post('/replays', { eventIds: [id] }, key)
    expect(again.text).toBe(first.text)
    expect((await readOne({ id })).deliveries).toHaveLength(2)
  })

  it('gives the reason for each event that was not sent', async () => {
    await cancelSession()
    const { id } = only((await list()).data)
    const unknown = newId('evt', api.clock.now(), api.context.random)
    expect((await replay(id, unknown)).map(({ result }) => result)).toEqual([
      'sent_again',
      'not_found',
    ])
    await api.sql('update merchants set callback_url = null where id = $1', merchant.id)
    expect(await replay(id)).toEqual([{ eventId: id, result: 'no_callback', deliveryId: null }])
  })

  it('takes 1 to 100', async () => {
    const id = () => newId('evt', api.clock.now(), api.context.random)
    const many = (length: number) =>
      viewer.post('/replays', { eventIds: Array.from({ length }, id) })
    expect((await many(100)).status).toBe(200)
    for (const length of [0, 101]) expect((await many(length)).status).toBe(422)
  })

  it("S-90: rate-limits a viewer, and leaves the merchant's own calls alone", async () => {
    const slow = await startTestApi({ requestsPerSecond: 5 })
    try {
      const own = await signIn(slow)
      const answers = await Promise.all(Array.from({ length: 20 }, () => own.get('/events')))
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.problem().code).toBe('rate_limited')
      expect((await slow.merchant.get('/v1/events')).status).toBe(200)
    } finally {
      await slow.close()
    }
  })
})

describe('a viewer of another merchant', () => {
  it('can neither see nor send the events', async () => {
    await cancelSession()
    const event = only((await list()).data)
    const stranger = await signIn(api, await api.addMerchant())
    expect((await list('', stranger)).data).toEqual([])
    expect((await list(`?sessionId=${event.sessionId}`, stranger)).data).toEqual([])
    const answer = await stranger.get(`/events/${event.id}`)
    expect(answer.problem()).toMatchObject({ status: 404, code: 'not_found' })
    const { data } = (await stranger.post('/replays', { eventIds: [event.id] })).as(Replays)
    expect(data).toEqual([{ eventId: event.id, result: 'not_found', deliveryId: null }])
    expect((await readOne(event)).deliveries).toHaveLength(1)
  })
})
