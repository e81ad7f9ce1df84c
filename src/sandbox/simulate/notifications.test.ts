import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NotificationList } from '#contract/sandbox-notifications.ts'
import { statement, type Queryable } from '#server/database/engine/database.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { insertBareSession, insertTestEvent } from '#proof/testing/notification-records.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { rotateWebhookSecret } from '#server/service/merchants/rotate-webhook-secret.ts'
import { setClock, startSecondProcess } from '#proof/testing/sandbox/clock.fixture.ts'

let api: TestApi
let merchant: TestMerchant
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  merchant = await api.addMerchant({ callbackUrl: null })
})

type Query = Record<string, string | number>

async function list(
  query: Query = {},
  by: TestApi['merchant'] | ReturnType<TestApi['caller']> = merchant,
) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, `${value}`]),
  )
  return (await by.get(`/v1/sandbox/notifications?${search}`)).as(NotificationList)
}

/** Follows the cursors to the end; returns the events and the last cursor. */
async function readOn(after: string, query: Query = {}) {
  const ids: string[] = []
  for (let cursor = after; ;) {
    const page = await list({ ...query, after: cursor })
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.cursor
    if (page.data.length === 0) return { ids, cursor }
  }
}

const newEvent = (changes: object = {}) => newEventIn(api.database, changes)

describe('GET /v1/sandbox/notifications', () => {
  it('starts now: an empty first page with a cursor', async () => {
    const before = await createTestSession(api, {}, merchant)
    await before.payByCard('4242424242424242')
    const now = await list()
    expect(now.data).toEqual([])
    const open = await createTestSession(api, {}, merchant)
    await open.payByCard('4242424242424242')
    const happened = await list({ after: now.cursor })
    expect(happened.data.map(({ type, sessionId }) => [type, sessionId])).toEqual([
      ['payment.succeeded', open.id],
      ['session.completed', open.id],
    ])
    expect(await readOn(happened.cursor)).toMatchObject({ ids: [] })
  })

  it('starts at the beginning of a session', async () => {
    const [open, other] = [
      await createTestSession(api, {}, merchant),
      await createTestSession(api, {}, merchant),
    ]
    await other.payByCard('4242424242424242')
    await open.payByCard('4000000000000002')
    await open.payByCard('4242424242424242')
    const { data, cursor } = await list({ sessionId: open.id })
    const sequences = data.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence)
    expect(sequences).toEqual([1, 2, 3])
    expect(await readOn(cursor, { sessionId: open.id })).toMatchObject({ ids: [] })
  })

  it('has the body and the signature of a delivery', async () => {
    const open = await createTestSession(api, {}, merchant)
    await open.payByCard('4242424242424242')
    const { data } = await list({ sessionId: open.id })
    const sent = await open.notifications()
    expect(data.map(({ body }) => JSON.parse(body) as unknown)).toEqual(sent)
    for (const { id, headers, body } of data) {
      expect(headers['webhook-id']).toBe(id)
      expect(body).toContain(`/c/${open.reference}"`)
      expect(headers['webhook-signature']).toBe(
        new Webhook(merchant.webhookSecret).sign(id, api.clock.now(), body),
      )
    }
  })

  it('signs with both secrets during a rotation, in real time', async () => {
    const open = await createTestSession(api, {}, merchant)
    await open.payByCard('4242424242424242')
    const { webhookSecret: secret } = await rotate()
    await setClock(merchant, { action: 'advance', by: '3d' })
    const [notification] = (await list({ sessionId: open.id })).data
    if (notification === undefined) throw new Error('there is no notification')
    const { headers, body } = notification
    expect(headers['webhook-timestamp']).toBe(
      String(Math.floor(api.context.wallClock().getTime() / 1000)),
    )
    const by = (key: string) => new Webhook(key).sign(headers['webhook-id'], api.clock.now(), body)
    expect(headers['webhook-signature']).toBe(`${by(secret)} ${by(merchant.webhookSecret)}`)
    await setClock(merchant, { action: 'resume' })
  })

  const rotate = () => {
    const { database, keys, random } = api.context
    const operator = { database, keys, random, clock: () => api.clock.now() }
    return rotateWebhookSecret(operator, { merchantId: merchant.id, overlapSeconds: 3600 })
  }

  it('keeps the order of events while the clock moves', async () => {
    const { cursor } = await list()
    await setClock(merchant, { action: 'advance', by: '20d' })
    const ahead = await createTestSession(api, {}, merchant)
    await ahead.payByCard('4242424242424242')
    await setClock(merchant, { action: 'resume' })
    const behind = await createTestSession(api, {}, merchant)
    await behind.payByCard('4242424242424242')
    const { data } = await list({ after: cursor })
    expect(data.map(({ sessionId }) => sessionId)).toEqual([
      ahead.id,
      ahead.id,
      behind.id,
      behind.id,
    ])
    expect(data[0]?.createdAt).not.toBe(data[2]?.createdAt)
  })

  it('neither skips nor repeats events that commit late', async () => {
    const { cursor } = await list()
    const committed = Promise.withResolvers<void>()
    const written = Promise.withResolvers<string>()
    const late = api.database.transaction(async (tx) => {
      written.resolve((await newEventIn(tx)).id)
      await committed.promise
    })
    const lateId = await written.promise
    const { id: earlyId } = await newEvent()
    const first = await readOn(cursor)
    expect(first.ids).toEqual([earlyId])
    committed.resolve()
    await late
    expect(await readOn(first.cursor)).toMatchObject({ ids: [lateId] })
    expect((await readOn(cursor)).ids.toSorted()).toEqual([earlyId, lateId].toSorted())
  })

  it('keeps the sequence of a session when a later event has the older transaction', async () => {
    const sessionId = await insertBareSession(api.database, merchant.id, api.clock.now())
    const { cursor } = await list()
    const begun = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const old = api.database.transaction(async (tx) => {
      await tx.query(statement('test: begin', 'select pg_current_xact_id()'), [])
      begun.resolve()
      await second.promise
      return newEventIn(tx, { sessionId, sequence: 2, type: 'session.canceled' })
    })
    await begun.promise
    const one = await newEvent({ sessionId, sequence: 1, type: 'payment.failed' })
    second.resolve()
    const two = await old
    expect((await readOn(cursor)).ids).toEqual([one.id, two.id])
  })

  it('skips rolled-back events', async () => {
    const { cursor } = await list()
    const rolledBack = api.database.transaction(async (tx) => {
      await newEventIn(tx)
      throw new Error('on purpose')
    })
    await expect(rolledBack).rejects.toThrow('on purpose')
    const { id } = await newEvent()
    expect((await readOn(cursor)).ids).toEqual([id])
  })

  it('pages through more than a page during concurrent writes', async () => {
    const { cursor } = await list()
    const made: string[] = []
    for (let count = 0; count < 120; count++) made.push((await newEvent()).id)
    const page = await list({ after: cursor })
    expect(page.data.length).toBeLessThan(made.length)
    made.push((await newEvent()).id)
    const rest = await readOn(page.cursor)
    expect([...page.data.map(({ id }) => id), ...rest.ids]).toEqual(made)
  })

  it('long-polls until any process writes an event', async () => {
    const second = await startSecondProcess(api)
    try {
      const { cursor } = await list()
      const waiting = list(
        { after: cursor, waitSeconds: 25 },
        api.caller(merchant.apiKey, second.fetch),
      )
      await sleep(50)
      const other = await api.addMerchant()
      await newEvent({ merchantId: other.id })
      const { id } = await newEvent()
      const startedMs = performance.now()
      expect((await waiting).data.map((notification) => notification.id)).toEqual([id])
      expect(performance.now() - startedMs).toBeLessThan(25_000)
    } finally {
      await second.close()
    }
  })

  it('responds empty after the wait, with a cursor', async () => {
    const { cursor } = await list()
    const empty = await list({ after: cursor, waitSeconds: 1 })
    expect(empty.data).toEqual([])
    const { id } = await newEvent()
    expect((await readOn(empty.cursor)).ids).toEqual([id])
  })

  it('ends when the caller disconnects', async () => {
    const { cursor } = await list()
    const path = `/v1/sandbox/notifications?after=${cursor}&waitSeconds=25`
    const startedMs = performance.now()
    await merchant.send('GET', path, { signal: AbortSignal.timeout(100) })
    expect(performance.now() - startedMs).toBeLessThan(25_000)
  })

  it("S-07: excludes other merchants' events", async () => {
    const other = await api.addMerchant()
    const { cursor } = await list({}, other)
    const open = await createTestSession(api, {}, merchant)
    await open.payByCard('4242424242424242')
    expect((await list({ after: cursor }, other)).data).toEqual([])
    expect((await list({ sessionId: open.id }, other)).data).toEqual([])
  })

  it('S-08: 403 without the scope events:read', async () => {
    const narrow = await api.addMerchant({ scopes: ['sessions:read', 'sandbox:simulate'] })
    const answer = await narrow.get('/v1/sandbox/notifications')
    expect(answer.problem()).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })

  it.each(['waitSeconds=26', 'sessionId=cs_1', 'color=red', `after=${'A'.repeat(4097)}`])(
    '422 for %s',
    async (query) => {
      const answer = await merchant.get(`/v1/sandbox/notifications?${query}`)
      expect(answer.problem()).toMatchObject({ status: 422, code: 'validation_failed' })
    },
  )

  it.each([
    '',
    ...[
      'x',
      '1:2',
      '2:1:',
      '0:1:',
      '1:2:3',
      '5:9:7,6',
      '1:1:1',
      `1:${'9'.repeat(19)}:`,
      '1:2: 1:2: -1',
      '1:2: 1:2: 0 0',
    ].map((text) => Buffer.from(text).toString('base64url')),
    randomBytes(30).toString('base64url'),
  ])('422 for the cursor %j', async (cursor) => {
    const answer = await merchant.get(`/v1/sandbox/notifications?after=${cursor}`)
    expect(answer.problem()).toMatchObject({ status: 422, code: 'invalid_cursor' })
  })
})

async function newEventIn(tx: Queryable, changes: object = {}) {
  return insertTestEvent(tx, {
    merchantId: merchant.id,
    callbackUrl: null,
    createdAt: api.clock.now(),
    ...changes,
  })
}
