import { isValidBoleto } from '@brazilian-utils/brazilian-utils/is-valid-boleto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import {
  openTestSimulator,
  simulatedPayment,
  type TestSimulator,
} from '#proof/testing/open-test-simulator.ts'
import type { ProcessorPayment } from '#server/processors/processor.ts'

let test: TestSimulator
beforeAll(async () => {
  test = await openTestSimulator()
})
afterAll(() => test.close())

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

function pix(email?: string, changes: Partial<ProcessorPayment> = {}): ProcessorPayment {
  const expiresAt = new Date(test.time.now.getTime() + 30 * MINUTE_MS)
  const customer = email === undefined ? {} : { email }
  return simulatedPayment({ method: { type: 'pix', expiresAt }, customer, ...changes })
}

/** A boleto due three days from now. */
function boleto(email?: string, changes: Partial<ProcessorPayment> = {}): ProcessorPayment {
  const dueDate = new Date(test.time.now.getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
  const customer = email === undefined ? {} : { email }
  return simulatedPayment({ method: { type: 'boleto', dueDate }, customer, ...changes })
}

async function create(payment: ProcessorPayment) {
  const outcome = await test.processor.createPayment(payment)
  if (outcome.status !== 'requires_action') throw new Error(`it is ${outcome.status}`)
  return outcome.action
}

/** The status of a payment after each of these waits. */
async function timeline(payment: ProcessorPayment, waitsMs: number[]): Promise<string[]> {
  await create(payment)
  const states: string[] = []
  for (const waitMs of waitsMs) {
    await test.pass(waitMs)
    const outcome = await test.processor.inquire(payment.paymentId)
    states.push(outcome.status === 'failed' ? outcome.declineCode : outcome.status)
  }
  return states
}

describe('Pix', () => {
  it('is a dynamic BR Code with its expiry', async () => {
    const payment = pix()
    const action = await create(payment)
    if (action.type !== 'pix') throw new Error(action.type)
    expect(action.expiresAt).toBe('2026-11-20T15:30:00.000Z')
    expect(parseBrCode(action.brCode)).toEqual({
      url: `pix.example/qr/v2/sandbox${payment.paymentId.replace('_', '')}`,
      merchantName: 'Loja Sao Joao',
      merchantCity: 'SAO PAULO',
    })
  })

  it("replaces a merchant's name without Latin letters", async () => {
    const action = await create(pix(undefined, { merchantName: '東京商店' }))
    expect(action.type === 'pix' && parseBrCode(action.brCode)).toMatchObject({
      merchantName: 'SANDBOX',
    })
  })

  it('accepts reais only', async () => {
    const payment = pix(undefined, { currency: 'USD' })
    expect(await test.processor.createPayment(payment)).toEqual({
      status: 'failed',
      declineCode: 'processing_error',
    })
  })

  it('is paid after 15 seconds', async () => {
    const payment = pix('maria@example.com')
    expect(await timeline(payment, [14_999, 1])).toEqual(['requires_action', 'succeeded'])
    expect(await test.ledgerOf(payment.paymentId)).toEqual([['capture', 25_990]])
  })

  it.each([
    ['succeed_immediately', [0], ['succeeded']],
    ['expire_immediately', [0], ['pix_expired']],
    ['expire_with_delay', [14_999, 1], ['requires_action', 'pix_expired']],
    ['fill_never', [30 * MINUTE_MS - 1, 1], ['requires_action', 'pix_expired']],
  ])('%s', async (localPart, waitsMs, states) => {
    expect(await timeline(pix(`${localPart}@example.com`), waitsMs)).toEqual(states)
  })
})

describe('boleto', () => {
  it('is a formally valid slip of a bank that does not exist', async () => {
    const actions = [await create(boleto()), await create(boleto())]
    const lines = actions.map((action) => {
      if (action.type !== 'boleto') throw new Error(action.type)
      expect(isValidBoleto(action.digitableLine)).toBe(true)
      expect(action.barcode).toMatch(/^9999\d{40}$/)
      return action.digitableLine
    })
    expect(lines[0]).not.toBe(lines[1])
  })

  it.each([{ currency: 'USD' }, { amountMinor: 10_000_000_000 }])(
    'cannot hold %j',
    async (changes) => {
      expect(await test.processor.createPayment(boleto(undefined, changes))).toEqual({
        status: 'failed',
        declineCode: 'processing_error',
      })
    },
  )

  it.each([
    ['maria', [29_999, 1], ['requires_action', 'succeeded']],
    ['succeed_immediately', [0], ['succeeded']],
    ['expire_immediately', [0], ['boleto_expired']],
    ['expire_with_delay', [14_999, 1], ['requires_action', 'boleto_expired']],
  ])('%s', async (localPart, waitsMs, states) => {
    expect(await timeline(boleto(`${localPart}@example.com`), waitsMs)).toEqual(states)
  })

  it('fill_never expires a business day after the end of its due date in São Paulo', async () => {
    test.time.now = new Date('2026-12-01T15:00:00.000Z')
    const payment = boleto('fill_never@example.com', {
      method: { type: 'boleto', dueDate: '2026-12-04' },
    })
    const untilGivenUpMs = Date.parse('2026-12-08T03:00:00.000Z') - test.time.now.getTime()
    expect(await timeline(payment, [untilGivenUpMs - 1, 1])).toEqual([
      'requires_action',
      'boleto_expired',
    ])
  })
})

describe('POST /payments/{id}/simulate', () => {
  const simulate = (payment: ProcessorPayment, body: object) =>
    test.call('POST', `/payments/${payment.paymentId}/simulate`, body)

  it('pays once', async () => {
    const payment = pix('fill_never@example.com')
    await create(payment)
    const endToEndId = expect.stringMatching(/^E[0-9]{20}[0-9A-Za-z]{11}$/) as string
    const references = expect.objectContaining({ endToEndId }) as object
    const paidAt = test.time.now.toISOString()
    const money = { capturedMinor: 25_990, currency: 'BRL', paidAt }
    const paid = { status: 'succeeded', ...money, references }
    expect(await simulate(payment, { outcome: 'pay' })).toEqual({ status: 200, json: paid })
    expect(await simulate(payment, { outcome: 'pay' })).toEqual({ status: 409, json: paid })
    expect(await test.ledgerOf(payment.paymentId)).toEqual([['capture', 25_990]])
  })

  it('pays an expired or canceled voucher late', async () => {
    for (const payment of [
      pix('expire_immediately@example.com'),
      boleto('fill_never@example.com'),
    ]) {
      await create(payment)
      await test.pass(0)
      await test.processor.cancelPayment(payment.paymentId)
      expect(await simulate(payment, { outcome: 'pay' })).toMatchObject({ status: 409 })
      expect(await simulate(payment, { outcome: 'pay_late' })).toMatchObject({ status: 200 })
      expect(await test.ledgerOf(payment.paymentId)).toEqual([['capture', 25_990]])
    }
  })

  it.each([
    [{ outcome: 'expire' }, 'pix_expired'],
    [{ outcome: 'decline' }, 'card_declined'],
    [{ outcome: 'decline', declineCode: 'suspected_fraud' }, 'suspected_fraud'],
  ])('%j', async (body, declineCode) => {
    const payment = pix()
    await create(payment)
    expect(await simulate(payment, body)).toEqual({
      status: 200,
      json: { status: 'failed', declineCode },
    })
  })

  it.each([
    [{ outcome: 'pass_challenge' }, 'succeeded'],
    [{ outcome: 'fail_challenge' }, 'failed'],
  ])('%j', async (body, status) => {
    const payment = await test.cardPayment('4000002500003155')
    await create(payment)
    expect(await simulate(payment, body)).toMatchObject({ status: 200, json: { status } })
  })

  it('404 for an unknown payment, 400 for an unknown outcome', async () => {
    const payment = pix()
    expect(await simulate(payment, { outcome: 'pay' })).toMatchObject({ status: 404 })
    expect(await simulate(payment, { outcome: 'steal' })).toMatchObject({ status: 400 })
  })
})
