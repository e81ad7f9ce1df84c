import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CARD_DECLINE_CODES } from '#contract/sandbox-simulate.ts'
import { Customer } from '#contract/session.ts'
import { openTestSimulator, type TestSimulator } from '#proof/testing/open-test-simulator.ts'
import {
  type ProcessorSandbox,
  ProcessorSilent,
  type TestCardBehavior,
} from '#server/processors/processor.ts'

const UNKNOWN_CARD = '4000504000000011'
const PROCESSING_CARD = '4000202000000004'

let test: TestSimulator
let sandbox: ProcessorSandbox
beforeAll(async () => {
  test = await openTestSimulator()
  if (test.processor.sandbox === undefined) throw new Error('it has no sandbox')
  sandbox = test.processor.sandbox
})
afterAll(() => test.close())

describe('a silent payment', () => {
  const create = async () => {
    const payment = await test.cardPayment(UNKNOWN_CARD)
    await expect(test.processor.createPayment(payment)).rejects.toBeInstanceOf(ProcessorSilent)
    return payment
  }

  it('gets no response to inquiry, retry or cancellation', async () => {
    const payment = await create()
    await test.pass(86_400_000)
    for (const ask of [
      () => test.processor.createPayment(payment),
      () => test.processor.inquire(payment.paymentId),
      () => test.processor.cancelPayment(payment.paymentId),
    ])
      await expect(ask()).rejects.toBeInstanceOf(ProcessorSilent)
    expect(await test.ledgerOf(payment.paymentId)).toEqual([])
  })

  it.each([
    [{ type: 'pay' }, 'succeeded', 2],
    [{ type: 'decline', declineCode: 'lost_card' }, 'failed', 0],
  ] as const)('%j decides it, and notifies', async (event, status, entries) => {
    const { paymentId } = await create()
    const before = test.received.length
    expect(await sandbox.simulate(paymentId, event)).toBe('done')
    expect(await test.processor.inquire(paymentId)).toMatchObject({ status })
    await test.pass(0)
    expect(test.received).toHaveLength(before + 1)
    expect(JSON.parse(test.received.at(-1)?.body ?? '')).toMatchObject({ paymentId })
    expect(await test.ledgerOf(paymentId)).toHaveLength(entries)
  })

  it('was in progress before', async () => {
    const payment = await test.cardPayment(PROCESSING_CARD)
    await test.processor.createPayment(payment)
    expect(await sandbox.simulate(payment.paymentId, { type: 'time_out' })).toBe('done')
    await test.pass(60_000)
    await expect(test.processor.inquire(payment.paymentId)).rejects.toBeInstanceOf(ProcessorSilent)
  })

  it('cannot have ended before', async () => {
    const payment = await test.cardPayment('4242424242424242')
    await test.processor.createPayment(payment)
    expect(await sandbox.simulate(payment.paymentId, { type: 'time_out' })).toBe('not_possible')
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({ status: 'succeeded' })
  })
})

it('returns not_found for an unknown payment', async () => {
  const { paymentId } = await test.cardPayment(UNKNOWN_CARD)
  expect(await sandbox.simulate(paymentId, { type: 'pay' })).toBe('not_found')
})

describe('a sealed test card', () => {
  const OF_CHALLENGES = ['authentication_failed', 'authentication_abandoned']
  const behaviors: [TestCardBehavior, string][] = [
    [{ type: 'succeed' }, 'succeeded'],
    [{ type: 'challenge' }, 'requires_action'],
    ...CARD_DECLINE_CODES.filter((code) => !OF_CHALLENGES.includes(code)).map(
      (declineCode): [TestCardBehavior, string] => [{ type: 'decline', declineCode }, declineCode],
    ),
  ]

  it.each(behaviors)('%j', async (behavior, expected) => {
    const { encrypted, brand, lastFour } = await sandbox.sealedTestCard(behavior)
    const payment = await test.cardPayment('4242424242424242', {
      method: { type: 'card', encryptedCard: encrypted, installments: 1 },
    })
    const outcome = await test.processor.createPayment(payment)
    expect(outcome.status === 'failed' ? outcome.declineCode : outcome.status).toBe(expected)
    expect(outcome.card).toEqual({ brand, lastFour })
  })

  it('throws for a behavior without a test card', async () => {
    const behavior = { type: 'decline', declineCode: 'replaced' } as const
    await expect(sandbox.sealedTestCard(behavior)).rejects.toThrow('no test card behaves so')
  })
})

it('the test payer has every field that a payment can require', () => {
  expect(Customer.parse(sandbox.testPayer)).toEqual(sandbox.testPayer)
})
