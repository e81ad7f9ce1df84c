import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { statement, type Database, type Transaction } from '../../../database/engine/database.ts'
import { openDatabase } from '../../../database/engine/open-database.ts'
import {
  lockWebhookEndpoint,
  lockMerchant,
  setWebhookEndpoint as storeCallback,
} from '../../../database/merchants/merchants.ts'
import { resumeDeliveries } from '../../../database/events/delivery-queue.ts'
import { lockSession } from '../../../database/sessions/sessions.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { deriveMasterKeys } from '../../keys/master-keys.ts'
import { setWebhookEndpoint } from '../../merchants/set-webhook-endpoint.ts'
import type { SendResult } from '../../../outgoing/send-webhook.ts'
import { masterKey, useDeliveries } from '#proof/testing/server/deliveries.fixture.ts'

const NEW_URL = 'https://new.example/webhooks'
const WAIT = { timeout: 30_000 }

const { at, newEvent, worker, deliveriesOf } = useDeliveries()

const OTHERS = statement(
  'test: other connections',
  `select count(*)::int as count, (count(*) filter (where wait_event_type = 'Lock'))::int as waiting
   from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'locks'`,
)
const DEADLOCKS = statement(
  'test: deadlocks',
  'select deadlocks::int from pg_stat_database where datname = current_database()',
)
const DISABLE = statement(
  'test: disable callback',
  'update merchants set callback_disabled_at = now() where id = $1',
)

const ofLocks = async () => {
  const [row] = await at.test.database.query<{ count: number; waiting: number }>(OTHERS, [])
  return row ?? { count: 0, waiting: 0 }
}
const waiting = async () => (await ofLocks()).waiting
const deadlocks = async () => {
  const [row] = await at.test.database.query<{ deadlocks: number }>(DEADLOCKS, [])
  return row?.deadlocks ?? 0
}

/** Counts the deadlocks during `work`; a connection's statistics are complete once it is closed. */
async function deadlocksIn(work: (database: Database) => Promise<unknown>): Promise<number> {
  const before = await deadlocks()
  const url = new URL(at.test.url)
  url.searchParams.set('application_name', 'locks')
  const log = { info: () => undefined, warn: () => undefined }
  // Long enough that no wait times out.
  const database = openDatabase({ url: url.href, log, timeoutMs: 60_000 })
  try {
    await work(database)
  } finally {
    await database.close()
  }
  await expect.poll(async () => (await ofLocks()).count, WAIT).toBe(0)
  return (await deadlocks()) - before
}

/** Begins a transaction with `first`; its `end` runs `then` and commits. */
async function opened(
  database: Database,
  first: (tx: Transaction) => Promise<unknown>,
  then: (tx: Transaction) => Promise<unknown> = () => Promise.resolve(),
): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  const toEnd = Promise.withResolvers<void>()
  const ended = database.transaction(async (tx) => {
    await first(tx)
    begun.resolve()
    await toEnd.promise
    await then(tx)
  })
  await Promise.race([begun.promise, ended])
  return () => {
    toEnd.resolve()
    return ended
  }
}

const setAgain = (database: Database) =>
  setWebhookEndpoint(
    { database, keys: deriveMasterKeys(masterKey), clock: () => at.now, random: randomBytes },
    { merchantId: at.merchant.id, url: NEW_URL },
  )

/** A receiver that responds on request. */
function silentReceiver() {
  const called = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<SendResult>()
  onTestFinished(() => answer.resolve({ statusCode: 500, durationMs: 1 }))
  const sender = {
    post: () => {
      called.resolve()
      return answer.promise
    },
    close: () => Promise.resolve(),
  }
  return {
    sender,
    called: called.promise,
    answer: (statusCode: number) => answer.resolve({ statusCode, durationMs: 1 }),
  }
}

it('R-26: a 410 response and a new webhook endpoint never deadlock', async () => {
  const event = await newEvent()
  const receiver = silentReceiver()
  receiver.answer(410)
  const count = await deadlocksIn(async (database) => {
    const letGo = await opened(database, (tx) => lockMerchant(tx, at.merchant.id))
    const set = setAgain(database)
    await expect.poll(waiting, WAIT).toBe(1)
    const delivered = worker({ database, sender: receiver.sender }).runOnce()
    await expect.poll(waiting, WAIT).toBe(2)
    await letGo()
    await Promise.all([set, delivered])
  })
  expect(count).toBe(0)
  expect(await deliveriesOf(event)).toMatchObject([{ status: 'pending', url: NEW_URL }])
}, 60_000)

it('R-26: a session change, its delivery and a new webhook endpoint never deadlock', async () => {
  const sessionId = await insertBareSession(at.test.database, at.merchant.id, at.now)
  const event = await newEvent({ sessionId, type: 'session.completed', sequence: 1 })
  const receiver = silentReceiver()
  const count = await deadlocksIn(async (database) => {
    const delivered = worker({ database, sender: receiver.sender }).runOnce()
    await receiver.called
    await database.query(DISABLE, [at.merchant.id])
    const change = await opened(
      database,
      (tx) => lockSession(tx, sessionId),
      (tx) => lockWebhookEndpoint(tx, at.merchant.id),
    )
    receiver.answer(204)
    await expect.poll(waiting, WAIT).toBe(1)
    let isSet = false
    const set = setAgain(database).then(() => (isSet = true))
    await expect.poll(async () => isSet || (await waiting()) === 2, WAIT).toBe(true)
    await Promise.all([change(), set, delivered])
  })
  expect(count).toBe(0)
  expect(await deliveriesOf(event)).toMatchObject([{ status: 'succeeded' }])
}, 60_000)

it('R-26: a delivery that failed while its endpoint was set again is retried there', async () => {
  const event = await newEvent()
  const receiver = silentReceiver()
  await deadlocksIn(async (database) => {
    const delivered = worker({ database, sender: receiver.sender }).runOnce()
    await receiver.called
    await database.query(DISABLE, [at.merchant.id])
    const resumed = { merchantId: at.merchant.id, url: NEW_URL, now: at.now }
    const letGo = await opened(database, async (tx) => {
      await storeCallback(tx, at.merchant.id, NEW_URL)
      await resumeDeliveries(tx, resumed)
    })
    receiver.answer(500)
    await expect.poll(waiting, WAIT).toBe(1)
    await letGo()
    await delivered
  })
  expect(await deliveriesOf(event)).toMatchObject([{ status: 'pending', url: NEW_URL }])
}, 60_000)
