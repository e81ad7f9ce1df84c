import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  NOTIFICATION_SECRET,
  openTestSimulator,
  simulatedPayment,
  type TestSimulator,
} from '#proof/testing/open-test-simulator.ts'
import type { ProcessorPayment } from '#server/processors/processor.ts'

let test: TestSimulator
beforeEach(async () => {
  test = await openTestSimulator()
})
afterEach(() => test.close())

async function createPix(localPart: string): Promise<ProcessorPayment> {
  const payment = simulatedPayment({
    method: { type: 'pix', expiresAt: new Date(test.time.now.getTime() + 60_000) },
    customer: { email: `${localPart}@example.com` },
  })
  await test.processor.createPayment(payment)
  return payment
}

describe('a notification', () => {
  it('names the changed payment, signed as Standard Webhooks', async () => {
    // The library checks the timestamp against real time.
    test.time.now = new Date()
    const payment = await createPix('succeed_immediately')
    await test.pass(0)
    const [received] = test.received
    const message = new Webhook(NOTIFICATION_SECRET).verify(
      received?.body ?? '',
      Object.fromEntries(received?.headers ?? []),
    )
    expect(message).toEqual({
      id: received?.headers.get('webhook-id'),
      paymentId: payment.paymentId,
      type: 'payment.succeeded',
      occurredAt: test.time.now.toISOString(),
    })
  })

  it('is accepted by the adapter, and only with the right secret and body', async () => {
    const payment = await createPix('expire_immediately')
    await test.pass(0)
    const [received] = test.received
    const body = received?.body ?? ''
    const headers = received?.headers ?? new Headers()
    expect(await test.processor.readNotification(body, headers)).toEqual({
      notificationId: headers.get('webhook-id'),
      paymentId: payment.paymentId,
    })
    expect(await test.processor.readNotification(`${body} `, headers)).toBeUndefined()
    expect(await test.processor.readNotification(body, new Headers())).toBeUndefined()
    await test.pass(6 * 60_000)
    expect(await test.processor.readNotification(body, headers)).toBeUndefined()
  })

  it.each([500, 404, 302])('is retried with backoff after status %i', async (status) => {
    test.api.status = status
    await createPix('succeed_immediately')
    const triesBy = async (ms: number) => {
      await test.pass(ms)
      return test.received.length
    }
    expect(await triesBy(0)).toBe(1)
    expect([await triesBy(4_999), await triesBy(1)]).toEqual([1, 2])
    expect([await triesBy(9_999), await triesBy(1)]).toEqual([2, 3])
    test.api.status = 204
    expect(await triesBy(20_000)).toBe(4)
    expect(await triesBy(24 * 60 * 60_000)).toBe(4)
    const ids = test.received.map(({ headers }) => headers.get('webhook-id'))
    expect(new Set(ids).size).toBe(1)
  })

  it('is sent for a challenge, but not for outcomes that the call itself returned', async () => {
    await test.processor.createPayment(await test.cardPayment('4242424242424242'))
    await test.processor.createPayment(await test.cardPayment('4000000000000002'))
    const payment = await test.cardPayment('4000002500003155')
    await test.processor.createPayment(payment)
    await test.call('POST', `/payments/${payment.paymentId}/simulate`, {
      outcome: 'fail_challenge',
    })
    await test.pass(0)
    expect(test.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { paymentId: payment.paymentId, type: 'payment.failed' },
    ])
  })
})

describe('runDue', () => {
  it('settles and notifies once across processes', async () => {
    const payments = await Promise.all(
      Array.from({ length: 120 }, () => createPix('succeed_immediately')),
    )
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 4 }, () => test.simulator.runDue(test.time.now)))
    }
    expect(test.received).toHaveLength(payments.length)
    const { rows } = await test.pool.query<{ captures: string }>(
      `select count(*) as captures from simulator.ledger_entries where kind = 'capture'`,
    )
    expect(Number(rows[0]?.captures)).toBe(payments.length)
  })

  it('returns how much it did, and does nothing when nothing is due', async () => {
    await createPix('succeed_immediately')
    expect(await test.pass(0)).toBe(2)
    expect(await test.pass(0)).toBe(0)
  })
})
