import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SCOPES, type Scope } from '#contract/api-key.ts'
import { Event, EventList } from '#contract/event.ts'
import { Problem } from '#contract/problem.ts'
import type { Processor } from '../../processors/processor.ts'
import { createProcessors } from '../../processors/processors.ts'
import { newId } from '#domain/id.ts'
import { statement } from '../../database/engine/database.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import {
  insertBareSession,
  insertNotifiedMerchant,
  insertTestEvent,
  type NotifiedMerchant,
} from '#proof/testing/notification-records.ts'
import { createApi } from '../api.ts'
import type { ServiceContext } from '../../service/context.ts'
import { realTime } from '../../service/merchant-time.ts'
import { deriveMasterKeys } from '../../service/keys/master-keys.ts'
import { createMetrics } from '../../monitoring/metrics.ts'
import { eventBody } from '../../service/events/deliveries/event-body.ts'
import { issueKey } from '../../service/keys/issue-key.ts'
import { NO_BREAKER } from '../../service/payments/processor-breaker.ts'
import { referenceOf } from '../../service/keys/reference.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const later = new Date(now.getTime() + 60_000)
const keys = deriveMasterKeys(randomBytes(32))

let test: TestDatabase
let context: ServiceContext
let api: ReturnType<typeof createApi>
let merchant: NotifiedMerchant
let apiKey: string

beforeAll(async () => {
  test = await createTestDatabase()
  context = {
    environment: 'sandbox',
    layout: 'local',
    checkoutUrl: 'http://localhost:4242',
    database: test.database,
    // These calls reach no processor, no long poll, no page and no image.
    processor: {} as Processor,
    processors: createProcessors([]),
    watch: {} as ServiceContext['watch'],
    openings: {} as ServiceContext['openings'],
    images: {} as ServiceContext['images'],
    evidencePdf: async () => new Uint8Array(),
    keys,
    emailsReceipts: false,
    cardDeclinesPerSession: 0,
    retentionDays: 0,
    cardTestingAlarm: { settled: () => {} },
    processorBreaker: NO_BREAKER,
    clock: () => later,
    time: realTime(() => later),
    wallClock: () => later,
    random: randomBytes,
    log: pino({ enabled: false }),
    processorMetrics: createMetrics(),
    away: (wait) => wait(),
  }
  api = createApi(context, { apiUrl: API_URL, metrics: createMetrics(), requestsPerSecond: 1000 })
})
afterAll(() => test.drop())
beforeEach(async () => {
  const callbackUrl = 'https://store.example/hooks'
  merchant = await insertNotifiedMerchant(test.database, {
    callbackUrl,
    key: keys.webhookSecrets,
    now,
  })
  apiKey = await keyOf(merchant)
})

async function keyOf({ id }: NotifiedMerchant, scopes: readonly Scope[] = SCOPES): Promise<string> {
  const asked = { environment: 'sandbox', kind: 'merchant', merchantId: id, scopes } as const
  return (await issueKey(context, { ...asked, expiresAt: null })).apiKey
}

async function get(path: string, key = apiKey) {
  return api.request(path, { headers: { 'x-api-key': key } })
}

async function post(path: string, headers: Record<string, string> = {}) {
  return api.request(path, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    body: '{}',
  })
}

async function newEvent(asked: object = {}) {
  const { id: merchantId, callbackUrl } = merchant
  return insertTestEvent(test.database, { merchantId, callbackUrl, createdAt: now, ...asked })
}

async function sessionEvent() {
  const sessionId = await insertBareSession(test.database, merchant.id, now)
  const reference = referenceOf(keys.reference, sessionId)
  const event = await newEvent({ sessionId, type: 'session.canceled', sequence: 1, reference })
  return { ...event, reference, sessionId }
}

describe('GET /v1/events/{id}', () => {
  it('shows the body as delivered, and its deliveries', async () => {
    const event = await sessionEvent()
    const response = await get(`/v1/events/${event.id}`)
    expect(response.status).toBe(200)
    const answer: unknown = await response.json()
    expect(answer).toEqual({
      id: event.id,
      object: 'event',
      type: 'session.canceled',
      sessionId: event.sessionId,
      createdAt: now.toISOString(),
      notification: JSON.parse(event.body.replace('{reference}', event.reference)),
      deliveries: [
        {
          id: event.deliveryId,
          object: 'delivery',
          url: 'https://store.example/hooks',
          status: 'pending',
          createdAt: now.toISOString(),
          nextAttemptAt: now.toISOString(),
          attempts: [],
        },
      ],
    })
  })

  it('conforms to the contract', async () => {
    const id = newId('evt', now, randomBytes)
    const timestamp = now.toISOString()
    const envelope = { id, type: 'ping', timestamp, environment: 'sandbox', sequence: 0 } as const
    await newEvent({ id, body: eventBody({ ...envelope, data: {} }) })
    const answer: unknown = await (await get(`/v1/events/${id}`)).json()
    expect(Event.parse(answer)).toEqual(answer)
  })

  it("S-07: 404 for another merchant's event, as for one that does not exist", async () => {
    const event = await newEvent()
    const other = await insertNotifiedMerchant(test.database, {
      callbackUrl: 'https://other.example/',
      key: keys.webhookSecrets,
      now,
    })
    const key = await keyOf(other)
    const responses = [
      await get(`/v1/events/${event.id}`, key),
      await get('/v1/events/evt_0Tq4mFhZ7Rk2vXw9sLd3Ye', key),
    ]
    const problems = []
    for (const response of responses) {
      expect(response.status).toBe(404)
      problems.push({ ...Problem.parse(await response.json()), requestId: '' })
    }
    expect(problems[0]).toEqual(problems[1])
  })

  it('S-08: 403 without the scope events:read', async () => {
    const event = await newEvent()
    const key = await keyOf(merchant, ['sessions:read', 'events:replay'])
    expect((await get(`/v1/events/${event.id}`, key)).status).toBe(403)
    expect((await get('/v1/events', key)).status).toBe(403)
  })
})

describe('GET /v1/events', () => {
  it('is paginated, newest first, with hasMore', async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index++) {
      const createdAt = new Date(now.getTime() + index)
      ids.unshift((await newEvent({ createdAt })).id)
    }
    const first = (await (await get('/v1/events?limit=2')).json()) as EventList
    expect(first).toMatchObject({ object: 'list', hasMore: true })
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const second = (await (await get(`/v1/events?limit=2&after=${ids[1]}`)).json()) as EventList
    expect(second.hasMore).toBe(false)
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2))
  })

  it('filters by session and type', async () => {
    const event = await sessionEvent()
    await newEvent()
    for (const query of [`sessionId=${event.sessionId}`, 'type=session.canceled']) {
      const list = (await (await get(`/v1/events?${query}`)).json()) as EventList
      expect(list.data.map(({ id }) => id)).toEqual([event.id])
    }
  })

  it.each(['limit=0', 'limit=101', 'limit=0x10', 'after=evt_1', 'type=unknown', 'color=red'])(
    '422 for %s',
    async (query) => {
      expect((await get(`/v1/events?${query}`)).status).toBe(422)
    },
  )
})

describe('POST /v1/events/{id}/replay', () => {
  const FORGET_CALLBACK = statement(
    'test: forget callback',
    'update merchants set callback_url = null where id = $1',
  )

  it('creates one more delivery and shows it', async () => {
    const event = await sessionEvent()
    const response = await post(`/v1/events/${event.id}/replay`)
    expect(response.status).toBe(200)
    const answer = (await response.json()) as Event
    expect(answer.deliveries).toMatchObject([
      { id: event.deliveryId },
      { status: 'pending', url: 'https://store.example/hooks', nextAttemptAt: later.toISOString() },
    ])
    expect(answer.notification.data.session?.url).toContain(event.reference)
  })

  it('S-90: creates only one per Idempotency-Key, and replays its response', async () => {
    const event = await sessionEvent()
    const headers = { 'idempotency-key': 'once' }
    const first = await post(`/v1/events/${event.id}/replay`, headers)
    const second = await post(`/v1/events/${event.id}/replay`, headers)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await second.text()).toBe(await first.text())
    const read = (await (await get(`/v1/events/${event.id}`)).json()) as Event
    expect(read.deliveries).toHaveLength(2)
  })

  it('404 without such an event or without a webhook endpoint', async () => {
    expect((await post('/v1/events/evt_0Tq4mFhZ7Rk2vXw9sLd3Ye/replay')).status).toBe(404)
    const event = await newEvent()
    await test.database.query(FORGET_CALLBACK, [merchant.id])
    const response = await post(`/v1/events/${event.id}/replay`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })

  it('S-08: 403 without the scope events:replay', async () => {
    const event = await newEvent()
    apiKey = await keyOf(merchant, ['events:read'])
    expect((await post(`/v1/events/${event.id}/replay`)).status).toBe(403)
  })
})
