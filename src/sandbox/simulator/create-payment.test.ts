import { CompactEncrypt, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MaskedCard } from '#contract/payment.ts'
import {
  openTestSimulator,
  simulatedPayment,
  type TestSimulator,
} from '#proof/testing/open-test-simulator.ts'
import { isProcessorRefused, ProcessorSilent } from '#server/processors/processor.ts'
import { type CardBehavior, TEST_CARDS } from './test-cards.ts'

let test: TestSimulator
beforeAll(async () => {
  test = await openTestSimulator({ timeoutMs: 3_000 })
})
afterAll(() => test.close())

const charge = [
  ['authorization', 25_990],
  ['capture', 25_990],
]

const challengeUrl: unknown = expect.stringMatching(/^http:.*\/simulator\/challenge\/\w{43}$/)
const silence: unknown = expect.any(ProcessorSilent)

const references = expect.objectContaining({
  processorReference: expect.stringMatching(/^sim_/) as string,
}) as object

function answerTo(behavior: CardBehavior, card: MaskedCard): unknown {
  switch (behavior.type) {
    case 'succeed':
    case 'dispute':
    case 'return_refunds':
    case 'delay_refunds':
      return { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL', card, references }
    case 'decline':
      return { status: 'failed', declineCode: behavior.declineCode, card }
    case 'challenge':
      return {
        status: 'requires_action',
        action: { type: 'challenge', url: challengeUrl },
        card,
        references,
      }
    case 'process':
      return { status: 'processing', card }
    case 'stay_silent':
    case 'stay_unknown':
      return silence
  }
}

describe('createPayment by card', () => {
  it.each(TEST_CARDS)('$number: $behavior.type', async ({ number, brand, behavior }) => {
    const payment = await test.cardPayment(number)
    const answer = await test.processor.createPayment(payment).catch((error: unknown) => error)
    expect(answer).toEqual(answerTo(behavior, { brand, lastFour: number.slice(-4) }))
    const isCharged = [
      'succeed',
      'dispute',
      'return_refunds',
      'delay_refunds',
      'stay_silent',
    ].includes(behavior.type)
    expect(await test.ledgerOf(payment.paymentId)).toEqual(isCharged ? charge : [])
  })

  it('settles a card in progress some seconds later', async () => {
    const payment = await test.cardPayment('4000202000000004')
    await test.processor.createPayment(payment)
    await test.pass(4_999)
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({ status: 'processing' })
    await test.pass(1)
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({ status: 'succeeded' })
    expect(await test.ledgerOf(payment.paymentId)).toHaveLength(2)
  })

  it.each([
    ['4000000000000259', { step: 'chargeback', reasonCode: '10.4' }, 'reversal'],
    ['4000000000002685', { step: 'chargeback', reasonCode: '13.1' }, 'reversal'],
    ['4000000000001976', { step: 'inquiry_opened' }, 'capture'],
  ])('R-102: the card %s is disputed 5 seconds after success', async (number, step, last) => {
    const automatic = await test.cardPayment(number)
    await test.processor.createPayment(automatic)
    const held = await test.cardPayment(number, { captureMethod: 'manual' })
    await test.processor.createPayment(held)
    await test.pass(60_000)
    const { paymentId, amountMinor, currency } = held
    await test.processor.capturePayment({ paymentId, amountMinor, currency, sentAt: test.time.now })
    await test.pass(4_999)
    expect(await test.processor.inquire(paymentId)).not.toHaveProperty('disputes')
    await test.pass(1)
    for (const payment of [automatic, held]) {
      const outcome = await test.processor.inquire(payment.paymentId)
      expect(outcome).toMatchObject({ status: 'succeeded', disputes: [step] })
      const ledger = await test.ledgerOf(payment.paymentId)
      expect(ledger.at(-1)).toEqual([last, amountMinor])
    }
    expect(await test.pass(60_000)).toBe(0)
  })

  it('S-114: refuses a card encrypted to another key, and leaves no payment', async () => {
    const { publicKey } = await generateKeyPair('RSA-OAEP-256')
    const encryptedCard = await new CompactEncrypt(new TextEncoder().encode('{}'))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
      .encrypt(publicKey)
    for (const text of [encryptedCard, 'a.b.c.d.e']) {
      const method = { type: 'card', encryptedCard: text, installments: 1 } as const
      const payment = simulatedPayment({ method })
      await expect(test.processor.createPayment(payment)).rejects.toSatisfy(isProcessorRefused)
      expect(await test.processor.inquire(payment.paymentId)).toEqual({ status: 'not_found' })
    }
  })

  it('stores no card digits but the last four', async () => {
    const payment = await test.cardPayment('5555555555554444')
    await test.processor.createPayment(payment)
    const { rows } = await test.pool.query<{ row: string }>(
      'select p::text as row from simulator.payments p where id = $1',
      [payment.paymentId],
    )
    expect(rows[0]?.row).toContain('4444')
    expect(rows[0]?.row).not.toContain('55554444')
  })
})

describe('createPayment and the return URL', () => {
  const pageOf = async (paymentId: string) => {
    const { rows } = await test.pool.query<{ page: string | null }>(
      'select return_url as page from simulator.payments where id = $1',
      [paymentId],
    )
    return rows[0]?.page
  }

  it('S-55: stores it for a challenge only', async () => {
    const challenged = await test.cardPayment('4000002500003155')
    const others = [
      await test.cardPayment('4242424242424242'),
      await test.cardPayment('4000000000000002'),
      simulatedPayment({
        method: { type: 'pix', expiresAt: new Date('2026-11-20T15:30:00.000Z') },
      }),
    ]
    for (const payment of [challenged, ...others]) await test.processor.createPayment(payment)
    expect(await pageOf(challenged.paymentId)).toBe(challenged.returnUrl)
    for (const { paymentId } of others) expect(await pageOf(paymentId)).toBeNull()
  })
})

describe('createPayment, repeated', () => {
  it('charges once for 50 concurrent requests', async () => {
    const payment = await test.cardPayment('4242424242424242')
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => test.call('POST', '/payments', payment)),
    )
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(await test.ledgerOf(payment.paymentId)).toEqual(charge)
  })

  it('returns the same challenge', async () => {
    const payment = await test.cardPayment('4000002500003155')
    const first = await test.processor.createPayment(payment)
    expect(await test.processor.createPayment(payment)).toEqual(first)
  })

  it('responds to a retry after a silent first call', async () => {
    const payment = await test.cardPayment('4000504000000003')
    await expect(test.processor.createPayment(payment)).rejects.toBeInstanceOf(ProcessorSilent)
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({ status: 'succeeded' })
    expect(await test.processor.createPayment(payment)).toMatchObject({ status: 'succeeded' })
    expect(await test.ledgerOf(payment.paymentId)).toHaveLength(2)
  })

  it('refuses the same id for another amount, currency or method', async () => {
    const payment = await test.cardPayment('4242424242424242')
    await test.processor.createPayment(payment)
    const others = [
      { amountMinor: 25_991 },
      { currency: 'USD' },
      { method: { type: 'pix', expiresAt: new Date('2026-11-20T15:30:00.000Z') } as const },
    ]
    for (const other of others) {
      const answer = await test.call('POST', '/payments', { ...payment, ...other })
      expect(answer).toEqual({ status: 409, json: { error: 'id_used_for_another_payment' } })
    }
    expect(await test.ledgerOf(payment.paymentId)).toHaveLength(2)
  })
})

describe('inquire', () => {
  it('returns not_found for an unknown payment', async () => {
    const { paymentId } = await test.cardPayment('4242424242424242')
    expect(await test.processor.inquire(paymentId)).toEqual({ status: 'not_found' })
  })
})
