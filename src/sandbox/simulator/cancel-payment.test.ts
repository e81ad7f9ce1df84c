import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openTestSimulator,
  simulatedPayment,
  type TestSimulator,
} from '#proof/testing/open-test-simulator.ts'

let test: TestSimulator
beforeAll(async () => {
  test = await openTestSimulator()
})
afterAll(() => test.close())

const pix = () =>
  simulatedPayment({ method: { type: 'pix', expiresAt: new Date('2026-11-20T15:30:00.000Z') } })

describe('cancelPayment', () => {
  it('cancels an unpaid payment for good', async () => {
    const payment = pix()
    await test.processor.createPayment(payment)
    const replaced = { status: 'failed', declineCode: 'replaced' }
    expect(await test.processor.cancelPayment(payment.paymentId)).toEqual(replaced)
    expect(await test.processor.cancelPayment(payment.paymentId)).toEqual(replaced)
    await test.pass(60_000)
    expect(await test.processor.inquire(payment.paymentId)).toEqual(replaced)
  })

  it('responds succeeded when the payment was captured first', async () => {
    const payment = pix()
    await test.processor.createPayment(payment)
    await test.pass(15_000)
    expect(await test.processor.cancelPayment(payment.paymentId)).toMatchObject({
      status: 'succeeded',
    })
  })

  it('leaves a card payment in progress', async () => {
    const payment = await test.cardPayment('4000202000000004')
    await test.processor.createPayment(payment)
    expect(await test.processor.cancelPayment(payment.paymentId)).toMatchObject({
      status: 'processing',
    })
  })

  it('voids the id of a payment that is created later', async () => {
    const payment = await test.cardPayment('4242424242424242')
    const voided = { status: 'failed', declineCode: 'processing_error' }
    expect(await test.processor.cancelPayment(payment.paymentId)).toEqual(voided)
    expect(await test.processor.createPayment(payment)).toEqual(voided)
    expect(await test.processor.inquire(payment.paymentId)).toEqual(voided)
    expect(await test.ledgerOf(payment.paymentId)).toEqual([])
  })

  it('either captures or cancels, never both, when payment and cancellation race', async () => {
    for (let round = 0; round < 20; round++) {
      const payment = await test.cardPayment('4242424242424242')
      const [created, canceled] = await Promise.all([
        test.processor.createPayment(payment),
        test.processor.cancelPayment(payment.paymentId),
      ])
      expect(canceled.status).toBe(created.status)
      const charges = created.status === 'succeeded' ? 2 : 0
      expect(await test.ledgerOf(payment.paymentId)).toHaveLength(charges)
    }
  })
})
