import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { statement, type Database, type Queryable } from '#server/database/engine/database.ts'
import { finishAttempt, type FinishedAttempt } from '#server/database/events/delivery-attempts.ts'
import { claimDueDeliveries } from '#server/database/events/delivery-queue.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { insertNotifiedMerchant, insertTestEvent } from '../../testing/notification-records.ts'
import { watchSchedule } from './watch-schedule.ts'

const START = new Date('2026-11-20T12:00:00.000Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)
const WAIT = { timeout: 30_000 }
const LOSE_A_RACE = statement(
  'test: lose a race',
  `do $$ begin raise exception 'lost' using errcode = 'deadlock_detected'; end $$`,
)

describe('the watch over claims and delivery attempts', () => {
  let test: TestDatabase
  let database: Database
  beforeAll(async () => {
    test = await createTestDatabase()
    database = test.database
  })
  afterAll(() => test.drop())

  async function oneIsDue(): Promise<void> {
    await database.query(statement('test: empty', 'truncate merchants cascade'), [])
    const callbackUrl = 'https://store.example/'
    const merchant = { callbackUrl, key: randomBytes(32), now: START }
    const { id: merchantId } = await insertNotifiedMerchant(database, merchant)
    await insertTestEvent(database, { merchantId, callbackUrl, createdAt: START })
  }

  async function claim(db: Queryable, now = START): Promise<{ id: string; token: string }> {
    const token = randomBytes(16).toString('hex')
    const [due] = await claimDueDeliveries(db, {
      now,
      wallNow: now,
      leaseSeconds: 60,
      token,
      limit: 1,
      doubtfulMax: 1,
      slowMerchants: [],
      perMerchantMax: 1,
    })
    if (due === undefined) throw new Error('nothing is due')
    return { id: due.id, token }
  }

  const failed = (
    { id: deliveryId, token }: { id: string; token: string },
    at: Date,
    next: Date,
  ): FinishedAttempt => ({
    deliveryId,
    token,
    url: 'https://store.example/',
    status: 'pending',
    nextAttemptAt: next,
    startedAt: at,
    finishedAt: at,
    durationMs: 0,
    statusCode: 500,
    error: null,
    responseExcerpt: null,
    requestHeaders: null,
  })

  it('counts a transaction once that runs again after a lost race', async () => {
    await oneIsDue()
    const watch = watchSchedule(database)
    const attempt = failed(await claim(watch.database), START, after(5))
    let runs = 0
    await watch.database.transaction(async (tx) => {
      await finishAttempt(tx, attempt)
      if (++runs === 1) await tx.query(LOSE_A_RACE, [])
    })
    expect([runs, watch.faults, watch.attempts]).toEqual([2, [], { 500: 1 }])
  })

  it('tells two claims apart when the result of the second arrives before the write between them', async () => {
    await oneIsDue()
    const answer = Promise.withResolvers<void>()
    let isLate = true
    const watch = watchSchedule({
      ...database,
      async query<Row>(...asked: Parameters<Queryable['query']>) {
        const rows = await database.query<Row>(...asked)
        if (asked[0].name.startsWith('finish') && isLate) {
          isLate = false
          await answer.promise
        }
        return rows
      },
    })
    const first = await claim(watch.database)
    const late = finishAttempt(watch.database, failed(first, START, after(5)))
    // Until it is written, the first claim holds the delivery.
    const second = await vi.waitFor(() => claim(watch.database, after(5)), WAIT)
    answer.resolve()
    await late
    await finishAttempt(watch.database, failed(second, after(5), after(35)))
    expect([watch.faults, watch.attempts]).toEqual([[], { 500: 2 }])
  })

  it('reports writes without a claim, attempts too early, and delays too long', async () => {
    await oneIsDue()
    const watch = watchSchedule(database)
    await finishAttempt(watch.database, failed(await claim(database), START, after(5)))
    const second = await claim(watch.database, after(5))
    await finishAttempt(watch.database, failed(second, after(5), after(3600)))
    const third = await claim(watch.database, after(3600))
    await finishAttempt(watch.database, failed(third, after(3599), after(3599 + 120)))
    expect(watch.faults).toEqual([
      expect.stringContaining('was written without a claim'),
      expect.stringContaining('is tried again 3595 s after try 2'),
      expect.stringContaining('was tried at'),
    ])
  })
})
