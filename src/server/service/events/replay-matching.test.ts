import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DeliveryHealth, type ReplayFilter } from '#contract/dashboard/deliveries.ts'
import { answerWith, masterKey, useDeliveries } from '#proof/testing/server/deliveries.fixture.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { statement } from '../../database/engine/database.ts'
import { lookBackAtEntries } from '../../database/audit/look-back-at-log.ts'
import { disableWebhookEndpoint } from '../../database/events/delivery-queue.ts'
import { readLatestReplay } from '../../database/events/delivery-replays.ts'
import { deriveMasterKeys } from '../keys/master-keys.ts'
import { realTime } from '../merchant-time.ts'
import { continueReplays } from './continue-replays.ts'
import { readHealth } from './read-health.ts'
import { replayMatching } from './replay-matching.ts'
import { stopReplay } from './stop-replay.ts'
import { done, refuse } from '../outcome.ts'

const { at, later, newEvent, worker } = useDeliveries()
const keys = deriveMasterKeys(masterKey)
const UNDELIVERED: ReplayFilter = { state: 'undelivered' }
const TYPES = ['payment.succeeded', 'session.completed'] as const

const context = () => ({
  database: at.test.database,
  keys,
  clock: () => at.now,
  wallClock: () => at.now,
  time: realTime(() => at.now),
  random: (length: number) => randomBytes(length),
})

function replay(changes: Partial<Parameters<typeof replayMatching>[1]> = {}) {
  const merchantId = at.merchant.id
  const asked = { merchantId, filter: UNDELIVERED, dryRun: false, perSecond: 50, ...changes }
  return replayMatching(context(), asked)
}

/** Creates sessions with two events each, and attempts deliveries that the receiver refuses. */
async function fail(sessions: number): Promise<void> {
  at.receiver.answer = answerWith(500)
  for (let count = 0; count < sessions; count++) {
    const sessionId = await insertBareSession(at.test.database, at.merchant.id, at.now)
    // The second event of a session is inserted first: ids do not tell the order within a millisecond.
    await newEvent({ sessionId, type: TYPES[1], sequence: 2 })
    await newEvent({ sessionId, type: TYPES[0], sequence: 1 })
  }
  await deliver()
  at.receiver.received.length = 0
}

async function deliver(): Promise<void> {
  const sending = worker()
  while ((await sending.runOnce()) > 0);
}

const latest = () => readLatestReplay(at.test.database, at.merchant.id)

const idsReceived = () => at.receiver.received.map(({ headers }) => String(headers['webhook-id']))

const ORDER = statement(
  'test: order of events',
  'select id, session_id as "sessionId", sequence from events',
)

const GIVE_UP = statement(
  'test: give up',
  `update deliveries set status = 'exhausted', next_attempt_at = null, finished_at = created_at`,
)

async function orderOfEvents() {
  const rows = await at.test.database.query<{ id: string; sessionId: string; sequence: number }>(
    ORDER,
    [],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

describe('replayMatching, of a receiver that failed 200 times', () => {
  it('sends all again, at its pace, each session in its order and each event once', async () => {
    await fail(100)
    const { failing, answers } = (await readHealth(context(), { merchantId: at.merchant.id })) ?? {}
    expect([failing, answers?.[0]?.statusCode]).toEqual([200, 500])

    const dry = await replay({ dryRun: true })
    expect(dry).toMatchObject(done({ result: 'would_replay', matched: 200, sessions: 100 }))
    expect(await latest()).toBeUndefined()

    at.receiver.answer = answerWith(204)
    expect(await replay()).toMatchObject(done({ result: 'begun', matched: 200 }))
    let before = 0
    let seconds = 0
    while ((await latest())?.finishedAt === null) {
      // Four processes at once do not exceed the rate.
      await Promise.all(Array.from({ length: 4 }, () => continueReplays(context())))
      const released = (await latest())?.released ?? 0
      expect(released - before).toBeLessThanOrEqual(50)
      before = released
      await deliver()
      at.now = later(1)
      seconds += 1
    }
    expect(seconds).toBeGreaterThanOrEqual(4)
    expect(await latest()).toMatchObject({ matched: 200, released: 200 })

    const ids = idsReceived()
    expect(ids).toHaveLength(200)
    expect(new Set(ids).size).toBe(200)
    const order = await orderOfEvents()
    const sequences = Map.groupBy(ids, (id) => order.get(id)?.sessionId)
    for (const own of sequences.values())
      expect(own.map((id) => order.get(id)?.sequence)).toEqual([1, 2])
    const health = await readHealth(context(), { merchantId: at.merchant.id })
    expect(DeliveryHealth.parse(health)).toEqual(health)
    expect(health).toMatchObject({ failingSince: null, waiting: 0, replay: { released: 200 } })
    const [act] = (await lookBackAtEntries(at.test.database, { limit: 1 })).items
    expect(act).toMatchObject({ action: 'deliveries.replayed', merchantId: at.merchant.id })
    expect(JSON.parse(act?.details ?? '')).toEqual({
      filter: UNDELIVERED,
      matched: 200,
      perSecond: 50,
    })
  })
})

describe('replayMatching', () => {
  it('loses and doubles nothing when a process dies between releasing and committing', async () => {
    await fail(3)
    at.receiver.answer = answerWith(204)
    await replay()
    const { database } = at.test
    const dying = {
      ...database,
      transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
        database.transaction<T>(async (tx) => {
          await work(tx)
          throw new Error('the process died')
        }),
    }
    await expect(continueReplays({ ...context(), database: dying })).rejects.toThrow('died')
    expect(await latest()).toMatchObject({ released: 0, finishedAt: null })
    for (let second = 0; second < 3; second++) {
      await continueReplays(context())
      await deliver()
      at.now = later(1)
    }
    expect(await latest()).toMatchObject({ released: 6, finishedAt: expect.any(String) as string })
    expect(idsReceived()).toHaveLength(6)
  })

  it('holds what follows in a session until what comes before it has ended', async () => {
    await fail(1)
    await replay()
    for (let second = 0; second < 3; second++) {
      await continueReplays(context())
      await deliver()
      at.now = later(5)
    }
    expect(await latest()).toMatchObject({ released: 1, finishedAt: null })
    const order = await orderOfEvents()
    expect(new Set(idsReceived().map((id) => order.get(id)?.sequence))).toEqual(new Set([1]))
    // When no worker continues the replay, the postponed retries run.
    at.now = later(120)
    await deliver()
    expect(new Set(idsReceived().map((id) => order.get(id)?.sequence))).toEqual(new Set([1, 2]))
  })

  it('matches by type, answer and time, and what was delivered only when asked', async () => {
    await fail(2)
    const matched = async (filter: Partial<ReplayFilter>) => {
      const found = await replay({ filter: { ...UNDELIVERED, ...filter }, dryRun: true })
      return found.outcome === 'done' ? found.value.matched : found.code
    }
    expect(await matched({ type: 'session.completed' })).toBe(2)
    expect(await matched({ answer: '5xx' })).toBe(4)
    expect(await matched({ answer: '500' })).toBe(4)
    expect(await matched({ answer: '503' })).toBe('none_match')
    expect(await matched({ answer: 'none' })).toBe('none_match')
    expect(await matched({ since: later(1).toISOString() })).toBe('none_match')
    expect(await matched({ until: later(1).toISOString() })).toBe(4)
    expect(await matched({ state: 'given_up' })).toBe('none_match')
    expect(await matched({ state: 'delivered' })).toBe('none_match')

    at.receiver.answer = answerWith(204)
    await newEvent()
    await deliver()
    expect(await matched({ state: 'delivered' })).toBe(1)
    expect(await matched({})).toBe(4)
  })

  it('leaves alone what was given up once and is retried as a newer delivery', async () => {
    await fail(1)
    await at.test.database.query(GIVE_UP, [])
    at.now = later(1)
    const givenUp = { filter: { state: 'given_up', answer: '500' } } as const
    at.receiver.answer = answerWith(404)
    expect(await replay(givenUp)).toMatchObject(done({ result: 'begun', matched: 2 }))
    await continueReplays(context())
    await deliver()
    await stopReplay(context(), { merchantId: at.merchant.id })
    // One of the two has a newer delivery that failed once; the other still waited for it.
    expect(await replay({ ...givenUp, dryRun: true })).toMatchObject(done({ matched: 1 }))
    const both = { filter: UNDELIVERED, dryRun: true }
    expect(await replay(both)).toMatchObject(done({ matched: 2 }))
    const first = { filter: { state: 'undelivered', answer: '500' }, dryRun: true } as const
    expect(await replay(first)).toMatchObject(done({ matched: 1 }))
  })

  it('sends what was delivered again as new deliveries', async () => {
    await newEvent()
    await deliver()
    expect(await replay({ filter: { state: 'delivered' } })).toMatchObject(
      done({ result: 'begun' }),
    )
    await continueReplays(context())
    await deliver()
    const [first, second] = idsReceived()
    expect(idsReceived()).toHaveLength(2)
    expect(second).toBe(first)
  })

  it('is refused without a merchant, while another goes on, and where nothing matches', async () => {
    expect(await replay()).toEqual(refuse('none_match'))
    const merchantId = '00000000-0000-4000-8000-000000000000'
    expect(await replay({ merchantId })).toEqual(refuse('not_found'))
    await fail(1)
    expect(await replay()).toMatchObject(done({ result: 'begun' }))
    expect(await replay()).toEqual(refuse('replay_in_progress'))
  })

  it('waits while the endpoint is disabled', async () => {
    await fail(1)
    await replay({ filter: { state: 'undelivered', answer: '5xx' } })
    const { id: merchantId, callbackUrl: url } = at.merchant
    const gone = { merchantId, url, now: at.now, wallNow: at.now }
    await disableWebhookEndpoint(at.test.database, gone)
    await continueReplays(context())
    expect(await latest()).toMatchObject({ released: 0, finishedAt: null })
  })
})

describe('stopReplay', () => {
  it('ends what goes on, and leaves the rest as it was', async () => {
    await fail(2)
    await replay({ perSecond: 1 })
    await continueReplays(context())
    const merchantId = at.merchant.id
    expect(await stopReplay(context(), { merchantId })).toMatchObject(
      done({ matched: 4, released: 1 }),
    )
    expect(await continueReplays(context())).toBe(false)
    at.receiver.answer = answerWith(204)
    await deliver()
    expect(new Set(idsReceived()).size).toBe(4)
    await fail(1)
    expect(await stopReplay(context(), { merchantId })).toEqual(refuse('no_replay'))
    expect(await replay()).toMatchObject(done({ result: 'begun' }))
    const [, act] = (await lookBackAtEntries(at.test.database, { limit: 2 })).items
    expect(act).toMatchObject({ action: 'deliveries.replay_stopped' })
  })
})
