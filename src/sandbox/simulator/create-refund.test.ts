import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { openTestSimulator, type TestSimulator } from '#proof/testing/open-test-simulator.ts'

let test: TestSimulator
beforeAll(async () => {
  test = await openTestSimulator()
})
afterAll(() => test.close())

async function createPaid(email = 'maria@example.com'): Promise<string> {
  const payment = await test.cardPayment('4242424242424242', { customer: { email } })
  await test.processor.createPayment(payment)
  return payment.paymentId
}

function refundOf(paymentId: string, amountMinor = 10_000) {
  const refundId = newId('re', test.time.now, (length) => randomBytes(length))
  return { refundId, paymentId, amountMinor, currency: 'BRL' }
}

async function refundsOf(paymentId: string): Promise<number[]> {
  const entries = await test.ledgerOf(paymentId)
  return entries.filter(([kind]) => kind === 'refund').map(([, amountMinor]) => amountMinor)
}

describe('createRefund', () => {
  it('refunds at once, in parts, and never more than was captured', async () => {
    const paymentId = await createPaid()
    expect(await test.processor.createRefund(refundOf(paymentId))).toEqual({ status: 'succeeded' })
    const tooMuch = refundOf(paymentId, 15_991)
    expect(await test.processor.createRefund(tooMuch)).toEqual({ status: 'failed' })
    const rest = refundOf(paymentId, 15_990)
    expect(await test.processor.createRefund(rest)).toEqual({ status: 'succeeded' })
    expect(await refundsOf(paymentId)).toEqual([10_000, 15_990])
  })

  it('refunds once for 20 concurrent requests with one id', async () => {
    const paymentId = await createPaid()
    const refund = refundOf(paymentId)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.processor.createRefund(refund)),
    )
    expect(answers).toEqual(answers.map(() => ({ status: 'succeeded' })))
    expect(await refundsOf(paymentId)).toEqual([10_000])
  })

  it('accepts as many of 20 concurrent refunds as the payment covers', async () => {
    const paymentId = await createPaid()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.processor.createRefund(refundOf(paymentId))),
    )
    expect(answers.filter(({ status }) => status === 'succeeded')).toHaveLength(2)
    expect(await refundsOf(paymentId)).toEqual([10_000, 10_000])
  })

  it('fails for the test payer of failing refunds', async () => {
    const paymentId = await createPaid('refund_fails@example.com')
    const refund = refundOf(paymentId)
    expect(await test.processor.createRefund(refund)).toEqual({ status: 'failed' })
    expect(await test.processor.inquireRefund(refund.refundId)).toEqual({ status: 'failed' })
    expect(await refundsOf(paymentId)).toEqual([])
  })

  it('takes 5 seconds for the test payer of slow refunds', async () => {
    const paymentId = await createPaid('refund_pending@example.com')
    const refund = refundOf(paymentId)
    expect(await test.processor.createRefund(refund)).toEqual({ status: 'pending' })
    const tooMuch = refundOf(paymentId, 15_991)
    expect(await test.processor.createRefund(tooMuch)).toEqual({ status: 'failed' })
    await test.pass(4_999)
    expect(await test.processor.inquireRefund(refund.refundId)).toEqual({ status: 'pending' })
    await test.pass(1)
    expect(await test.processor.inquireRefund(refund.refundId)).toEqual({ status: 'succeeded' })
    expect(await test.processor.createRefund(refund)).toEqual({ status: 'succeeded' })
    expect(await refundsOf(paymentId)).toEqual([10_000])
  })

  it('R-94: comes back 5 seconds after it succeeded, for one card', async () => {
    const payment = await test.cardPayment('4000000000005126')
    await test.processor.createPayment(payment)
    const refund = refundOf(payment.paymentId, 25_990)
    expect(await test.processor.createRefund(refund)).toEqual({ status: 'succeeded' })
    await test.pass(4_999)
    expect(await test.processor.inquireRefund(refund.refundId)).toEqual({ status: 'succeeded' })
    await test.pass(1)
    expect(await test.processor.inquireRefund(refund.refundId)).toEqual({ status: 'reversed' })
    expect((await test.ledgerOf(payment.paymentId)).slice(-2)).toEqual([
      ['refund', 25_990],
      ['refund_reversal', 25_990],
    ])
    const again = refundOf(payment.paymentId, 25_990)
    expect(await test.processor.createRefund(again)).toEqual({ status: 'succeeded' })
  })

  it('is pending for 5 seconds, for one card', async () => {
    const payment = await test.cardPayment('4000000000007726')
    await test.processor.createPayment(payment)
    const refund = refundOf(payment.paymentId)
    expect(await test.processor.createRefund(refund)).toEqual({ status: 'pending' })
    await test.pass(5_000)
    expect(await test.processor.inquireRefund(refund.refundId)).toEqual({ status: 'succeeded' })
  })

  it('fails without a capture, in another currency, or for an unknown payment', async () => {
    const declined = await test.cardPayment('4000000000000002')
    await test.processor.createPayment(declined)
    const neverSeen = await test.cardPayment('4242424242424242')
    const refunds = [
      refundOf(declined.paymentId),
      refundOf(neverSeen.paymentId),
      { ...refundOf(await createPaid()), currency: 'USD' },
    ]
    for (const refund of refunds) {
      expect(await test.processor.createRefund(refund)).toEqual({ status: 'failed' })
    }
  })

  it('refuses a refund id that another refund has', async () => {
    const refund = refundOf(await createPaid())
    await test.processor.createRefund(refund)
    expect(await test.call('POST', '/refunds', { ...refund, amountMinor: 1 })).toEqual({
      status: 409,
      json: { error: 'id_used_for_another_refund' },
    })
  })
})

it('inquireRefund returns not_found for an unknown refund', async () => {
  const { refundId } = refundOf(await createPaid())
  expect(await test.processor.inquireRefund(refundId)).toEqual({ status: 'not_found' })
})
