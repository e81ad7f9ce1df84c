import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openTestSimulator,
  simulatedPayment,
  type TestSimulator,
} from '../../proof/testing/open-test-simulator.ts'

let test: TestSimulator
beforeAll(async () => {
  test = await openTestSimulator()
})
afterAll(() => test.close())

const pix = () =>
  simulatedPayment({ method: { type: 'pix', expiresAt: new Date('2026-11-20T15:30:00.000Z') } })

describe('cancelPayment', () => {
  it('gives up what the shopper has not paid, and it stays given up', async () => {
    const payment = pix()
    await test.processor.createPayment(payment)
    const replaced = { status: 'failed', declineCode: 'replaced' }
    expect(await test.processor.cancelPayment(payment.paymentId)).toEqual(replaced)
    expect(await test.processor.cancelPayment(payment.paymentId)).toEqual(replaced)
    await test.pass(60_000)
    expect(await test.processor.inquire(payment.paymentId)).toEqual(replaced)
  })

  it('answers succeeded when the money was faster', async () => {
    const payment = pix()
    await test.processor.createPayment(payment)
    await test.pass(15_000)
    expect(await test.processor.cancelPayment(payment.paymentId)).toMatchObject({
      status: 'succeeded',
    })
  })

  it('leaves a card that the bank is processing', async () => {
    const payment = await test.cardPayment('4000202000000004')
    await test.processor.createPayment(payment)
    expect(await test.processor.cancelPayment(payment.paymentId)).toMatchObject({
      status: 'processing',
    })
  })

  it('refuses a payment that comes after its cancellation', async () => {
    const payment = await test.cardPayment('4242424242424242')
    const voided = { status: 'failed', declineCode: 'processing_error' }
    expect(await test.processor.cancelPayment(payment.paymentId)).toEqual(voided)
    expect(await test.processor.createPayment(payment)).toEqual(voided)
    expect(await test.processor.inquire(payment.paymentId)).toEqual(voided)
    expect(await test.ledgerOf(payment.paymentId)).toEqual([])
  })

  it('takes the money or refuses it, never both, when payment and cancellation race', async () => {
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
