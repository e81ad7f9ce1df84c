import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { masterKey, useDeliveries } from '#proof/testing/server/deliveries.fixture.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import type { Database } from '../../../database/engine/database.ts'
import type { FinishedAttempt } from '../../../database/events/delivery-attempts.ts'
import { claimDueDeliveries } from '../../../database/events/delivery-queue.ts'
import { finishDelivered } from '../../../database/events/finish-delivered.ts'
import { rotateWebhookSecret } from '../../../database/merchants/webhook-secrets.ts'
import { lockSession, readSession } from '../../../database/sessions/sessions.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { verifyWebhookSignature } from '#domain/webhook-signature.ts'
import { createBatchFinisher } from './finish-in-batches.ts'
import { newUuid } from '../../keys/new-uuid.ts'

const { at, later, newEvent, worker, deliveriesOf } = useDeliveries()

const log = {
  warn: (details: object, message: string) => at.logged.push({ ...details, message }),
  error: (details: object, message: string) => at.logged.push({ ...details, message }),
}
const newToken = () => newUuid(randomBytes)

async function claim(token: string, now = at.now, limit = 50) {
  return claimDueDeliveries(at.test.database, {
    now,
    wallNow: now,
    leaseSeconds: 60,
    token,
    limit,
    doubtfulMax: 25,
    slowMerchants: [],
    perMerchantMax: 50,
  })
}

const delivered = (deliveryId: string, token: string): FinishedAttempt => ({
  deliveryId,
  token,
  url: at.merchant.callbackUrl,
  status: 'succeeded',
  nextAttemptAt: null,
  startedAt: at.now,
  finishedAt: at.now,
  durationMs: 3,
  statusCode: 204,
  error: null,
  responseExcerpt: '',
  requestHeaders: { 'webhook-id': deliveryId },
})

const statusesOf = async (events: readonly { id: string }[]) =>
  (await Promise.all(events.map((event) => deliveriesOf(event)))).flat().map(({ status }) => status)

describe('a batch of deliveries', () => {
  it('R-21: leaves out the row whose lease another worker has taken over', async () => {
    const events = [await newEvent(), await newEvent(), await newEvent()]
    const token = newToken()
    const claimed = await claim(token)
    at.now = later(60)
    const [stolen] = await claim(newToken(), at.now, 1)
    const attempts = claimed.map(({ id }) => delivered(id, token))
    const finished = await finishDelivered(at.test.database, attempts)
    expect(finished).toEqual(new Set(claimed.map(({ id }) => id).filter((id) => id !== stolen?.id)))
    expect((await statusesOf(events)).toSorted()).toEqual(['pending', 'succeeded', 'succeeded'])
    const written = (await Promise.all(events.map((event) => deliveriesOf(event)))).flat()
    expect(written.flatMap((one) => one.attempts)).toHaveLength(2)
    expect(written.find(({ status }) => status === 'succeeded')?.attempts).toMatchObject([
      {
        number: 1,
        statusCode: 204,
        durationMs: 3,
        requestHeaders: { 'webhook-id': expect.stringMatching(/^dlv_/) },
      },
    ])
    const finish = createBatchFinisher(at.test.database, log)
    const outcomes = await Promise.all(attempts.map((attempt) => finish(attempt)))
    expect(outcomes).toEqual([undefined, undefined, undefined])
  })

  it('does not wait for a locked session, which is finished afterwards', async () => {
    const sessionId = await insertBareSession(at.test.database, at.merchant.id, at.now)
    const completed = await newEvent({ sessionId, type: 'session.completed', sequence: 1 })
    const other = await newEvent()
    const token = newToken()
    const attempts = (await claim(token)).map(({ id }) => delivered(id, token))
    await at.test.database.transaction(async (tx) => {
      await lockSession(tx, sessionId)
      const finished = await finishDelivered(at.test.database, attempts)
      expect(finished).toEqual(new Set([other.deliveryId]))
    })
    const finish = createBatchFinisher(at.test.database, log)
    const left = attempts.filter(({ deliveryId }) => deliveryId === completed.deliveryId)
    expect(await Promise.all(left.map((attempt) => finish(attempt)))).toEqual(['succeeded'])
    const session = await readSession(at.test.database, at.merchant.id, sessionId)
    expect(session?.version).toBe(2)
  })

  it('is finished row by row when one row cannot be written', async () => {
    const events = [await newEvent(), await newEvent(), await newEvent()]
    const token = newToken()
    const attempts = (await claim(token)).map(({ id }, index) => ({
      ...delivered(id, token),
      responseExcerpt: index === 1 ? '\0' : '',
    }))
    const finish = createBatchFinisher(at.test.database, log)
    const outcomes = await Promise.allSettled(attempts.map((attempt) => finish(attempt)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await statusesOf(events)).toSorted()).toEqual(['pending', 'succeeded', 'succeeded'])
    expect(at.logged).toMatchObject([{ deliveries: 3, message: 'results are written one by one' }])
  })

  it('R-22: that was answered but not written is delivered again after its lease', async () => {
    const events = [await newEvent(), await newEvent(), await newEvent()]
    const { database } = at.test
    const dying: Database = {
      ...database,
      query: (asked, values) =>
        asked.name.startsWith('finish')
          ? Promise.reject(new Error('the process ended'))
          : database.query(asked, values),
    }
    expect(await worker({ database: dying }).runOnce()).toBe(3)
    expect(at.receiver.received).toHaveLength(3)
    expect(await worker().runOnce()).toBe(0)
    at.now = later(60)
    expect(await worker().runOnce()).toBe(3)
    for (const { id } of events) {
      const requests = at.receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
      expect(requests).toHaveLength(2)
    }
    expect(await statusesOf(events)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  it('takes a statement for many: three of a claim, however many deliveries', async () => {
    for (let index = 0; index < 5; index++) await newEvent()
    const asked: string[] = []
    const { database } = at.test
    const counting: Database = {
      ...database,
      query: (each, values) => {
        asked.push(each.name.replace(/ \w+$/, ''))
        return database.query(each, values)
      },
    }
    expect(await worker({ database: counting }).runOnce()).toBe(5)
    expect(asked.filter((name) => name === 'claim due deliveries')).toHaveLength(1)
    expect(asked.filter((name) => name === 'live webhook secrets of merchants')).toHaveLength(1)
    expect(asked.filter((name) => name === 'finish delivery attempt')).toEqual([])
  })

  it('is written by one statement when its gathering ends', async () => {
    const events = [await newEvent(), await newEvent(), await newEvent()]
    const token = newToken()
    const attempts = (await claim(token)).map(({ id }) => delivered(id, token))
    const asked: string[] = []
    const { database } = at.test
    const counting: Database = {
      ...database,
      query: (each, values) => {
        asked.push(each.name.replace(/ \w+$/, ''))
        return database.query(each, values)
      },
    }
    const gathered = Promise.withResolvers<void>()
    let gatherings = 0
    const finish = createBatchFinisher(counting, log, () => {
      gatherings += 1
      return gathered.promise
    })
    const finishing = Promise.all(attempts.map((attempt) => finish(attempt)))
    expect(await statusesOf(events)).toEqual(['pending', 'pending', 'pending'])
    expect({ asked, gatherings }).toEqual({ asked: [], gatherings: 1 })
    gathered.resolve()
    expect(await finishing).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(asked).toEqual(['finish delivered attempts'])
  })
})

it('S-87: one worker signs with what is live, before, during and after a rotation', async () => {
  const one = worker()
  const secret = makeWebhookSecret(randomBytes)
  const deliver = async () => {
    await newEvent()
    expect(await one.runOnce()).toBe(1)
  }
  await deliver()
  await rotateWebhookSecret(at.test.database, {
    id: newToken(),
    merchantId: at.merchant.id,
    secret,
    key: masterKey,
    now: at.now,
    overlapSeconds: 60,
  })
  await deliver()
  at.now = later(60)
  await deliver()
  const verdicts = at.receiver.received.map(({ headers, body }) =>
    Promise.all(
      [at.merchant.secret, secret].map(
        async (each) =>
          (await verifyWebhookSignature({ headers, body, secrets: [each], now: at.now })).ok,
      ),
    ),
  )
  expect(await Promise.all(verdicts)).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ])
})
