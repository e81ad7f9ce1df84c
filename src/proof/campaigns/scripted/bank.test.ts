import { describe, expect, it } from 'vitest'
import { isProcessorSilent, type Processor } from '#server/processors/processor.ts'
import { createDice } from '../shared/dice.ts'
import { CARDS } from '../shared/test-cards.ts'
import { createBank } from './bank.ts'
import { createScriptedModule } from './processor-module.ts'
import { ResponseError } from './response-error.ts'
import {
  OF_PAYMENTS,
  UNKINDNESSES,
  unkindnessesOf,
  type OfPayment,
  type OfRefund,
} from './unkindness.ts'

const PAY = `pay_${'0'.repeat(21)}1`
const RE = refundIdOf(1)
const HOUR_MS = 3_600_000
const CARD_KEY = { kid: 'k', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const

function refundIdOf(number: number): string {
  return `re_${'0'.repeat(21)}${number}`
}

function open(script: { payment?: OfPayment; refund?: OfRefund; reportsWrongly?: boolean } = {}) {
  let ms = Date.parse('2026-11-20T15:00:00Z')
  const heard: string[] = []
  const late: string[] = []
  const bank = createBank(
    {
      clock: () => new Date(ms),
      numberOf: async (card) => (card === SEALED_TWICE ? undefined : card),
      notify: async ({ paymentId }) => heard.push(paymentId) > 0,
      beside(_label, work) {
        void work()
        return true
      },
      pause: async () => undefined,
      hang: async () => new Response(null, { status: 504 }),
      onCapturedLate: (id) => void late.push(id),
    },
    {
      dice: createDice(1),
      temper: {
        ofPayment: () => script.payment,
        ofRefund: () => script.refund,
        reportsWrongly: script.reportsWrongly ?? false,
      },
      seed: 1,
    },
  )
  const baseUrl = 'http://bank.test/simulator'
  const processor = createScriptedModule({
    baseUrl,
    secret: 's',
    fetch: bank.fetch,
    cardKey: CARD_KEY,
  })
  const pass = async (durationMs: number) => {
    ms += durationMs
    await bank.runDue()
  }
  const moved = () => bank.books().ledger.map(({ kind, amountMinor }) => [kind, amountMinor])
  return { processor, bank, heard, late, pass, moved }
}

const SEALED_TWICE = 'sealed twice'
const PAYMENT: Parameters<Processor['createPayment']>[0] = {
  paymentId: PAY,
  amountMinor: 1000,
  currency: 'BRL',
  merchantId: '11111111-1111-4111-8111-111111111111',
  merchantName: 'Loja',
  description: null,
  customer: {},
  returnUrl: 'https://store.example/',
  method: { type: 'card', encryptedCard: CARDS.approved, installments: 1 },
}
const REFUND = { refundId: RE, paymentId: PAY, amountMinor: 400, currency: 'BRL' }

const HELD = { ...PAYMENT, captureMethod: 'manual' as const }

async function capture(processor: Processor, sentAt = new Date(0)) {
  const known = {
    paymentId: PAY,
    method: 'card',
    amountMinor: 1000,
    currency: 'BRL',
    references: {},
    state: {},
    facts: [],
  } as const
  const asked = { paymentId: PAY, amountMinor: 600, currency: 'BRL', sentAt }
  const answer = await processor.capturePayment?.(asked, known)
  if (answer === undefined) throw new Error('the module cannot capture')
  return answer
}

describe('R-51: the scripted processor', () => {
  it('captures once by id, tells of it, and refunds no more than is left', async () => {
    const { processor, pass, heard, moved } = open()
    await processor.createPayment(PAYMENT)
    expect(await processor.createPayment(PAYMENT)).toMatchObject({ capturedMinor: 1000 })
    await pass(0)
    expect(heard).toEqual([PAY])
    expect(await processor.createRefund(REFUND)).toEqual({ status: 'succeeded' })
    expect(await processor.createRefund(REFUND)).toEqual({ status: 'succeeded' })
    const rest = { ...REFUND, refundId: refundIdOf(2), amountMinor: 601 }
    expect(await processor.createRefund(rest)).toEqual({ status: 'failed' })
    expect(moved()).toEqual([
      ['capture', 1000],
      ['refund', 400],
    ])
  })

  it('declines a card that it cannot decrypt', async () => {
    const { processor, moved } = open()
    const method = { type: 'card', encryptedCard: SEALED_TWICE, installments: 1 } as const
    expect(await processor.createPayment({ ...PAYMENT, method })).toMatchObject({
      status: 'failed',
      declineCode: 'processing_error',
    })
    expect(moved()).toEqual([])
  })

  it('never captures after a tombstone, unless its script says so, and then its ledger does', async () => {
    for (const [payment, ends] of [
      [undefined, []],
      ['after all', [['capture', 1000]]],
    ] as const) {
      const { processor, moved, late } = open(payment && { payment })
      await processor.cancelPayment(PAY)
      await processor.createPayment(PAYMENT)
      expect(moved()).toEqual(ends)
      expect(late).toHaveLength(ends.length)
    }
  })

  it.each([
    ['less', { capturedMinor: 500, currency: 'BRL' }],
    ['more', { capturedMinor: 1010, currency: 'BRL' }],
    ['currency', { capturedMinor: 1000, currency: 'USD' }],
  ] as const)('captures another amount: %s', async (payment, taken) => {
    const { processor, bank } = open({ payment })
    expect(await processor.createPayment(PAYMENT)).toMatchObject(taken)
    expect(bank.books().ledger).toMatchObject([
      { currency: taken.currency, asked: { amountMinor: 1000, currency: 'BRL' } },
    ])
  })

  it.each([
    ['reversed in part', 500],
    ['reversed in full', 1000],
  ] as const)('takes back after success: %s', async (payment, reversedMinor) => {
    const { processor, pass, moved, heard } = open({ payment })
    await processor.createPayment(PAYMENT)
    await pass(3 * HOUR_MS)
    expect(await processor.inquire(PAY)).toMatchObject({ status: 'succeeded', reversedMinor })
    expect(moved().at(-1)).toEqual(['reversal', reversedMinor])
    expect(heard).toHaveLength(2)
  })

  it('refuses in the manner of axios, and charges nothing', async () => {
    const { processor, moved } = open({ payment: 'refused' })
    const error: unknown = await processor.createPayment(PAYMENT).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({
      config: { headers: { authorization: 'Bearer s' } },
      response: { status: 422 },
    })
    expect(isProcessorSilent(error)).toBe(false)
    expect(moved()).toEqual([])
  })

  it('charges, and answers 500', async () => {
    const { processor, moved } = open({ payment: 'broken' })
    await expect(processor.createPayment(PAYMENT)).rejects.toMatchObject({
      response: { status: 500 },
    })
    expect(moved()).toEqual([['capture', 1000]])
  })

  it.each(['unseen', 'overtaken'] as const)(
    'knows nothing at look-ups for a while: %s',
    async (payment) => {
      const { processor, pass, heard } = open({ payment })
      const answered = processor.createPayment(PAYMENT)
      expect(await answered).toMatchObject({ status: 'succeeded' })
      expect(await processor.inquire(PAY)).toEqual({ status: 'not_found' })
      await pass(30_000)
      expect(await processor.inquire(PAY)).toMatchObject({ status: 'succeeded' })
      expect(heard).toEqual([PAY])
    },
  )

  it('fails the first refunds of a payment, and then does one', async () => {
    const { processor } = open({ refund: 'refund fails' })
    await processor.createPayment(PAYMENT)
    const ends: string[] = []
    for (const refundId of [RE, refundIdOf(2), refundIdOf(3), refundIdOf(4)])
      ends.push((await processor.createRefund({ ...REFUND, refundId, amountMinor: 1 })).status)
    expect(ends[0]).toBe('failed')
    expect(ends.at(-1)).toBe('succeeded')
  })

  it.each(['refund slow', 'refund unseen'] as const)(
    'keeps a refund pending for days: %s',
    async (refund) => {
      const { processor, pass } = open({ refund })
      await processor.createPayment(PAYMENT)
      expect(await processor.createRefund(REFUND)).toEqual({ status: 'pending' })
      expect(await processor.inquireRefund(RE)).toEqual({
        status: refund === 'refund slow' ? 'pending' : 'not_found',
      })
      await pass(96 * HOUR_MS)
      expect(await processor.inquireRefund(RE)).toEqual({ status: 'succeeded' })
    },
  )

  it('reports other movements than its ledger holds, and says which', async () => {
    const { processor, bank } = open({ reportsWrongly: true })
    await processor.createPayment(PAYMENT)
    expect(bank.lies()).toContain('extra pay_ofNobody')
    const since = new Date(0)
    const { movements } = (await processor.listMovements?.({ since })) ?? { movements: [] }
    expect(movements).toContainEqual(expect.objectContaining({ id: 'pay_ofNobody' }))
  })

  it('R-105: holds an amount, takes a part of it once, and releases the rest with it', async () => {
    const { processor, moved } = open()
    expect(await processor.createPayment(HELD)).toMatchObject({
      status: 'authorized',
      authorizedMinor: 1000,
    })
    const taken = { status: 'captured', capturedMinor: 600, currency: 'BRL' }
    expect(await capture(processor)).toEqual(taken)
    expect(await capture(processor)).toEqual(taken)
    expect(await processor.cancelPayment(PAY)).toMatchObject({ status: 'succeeded' })
    expect(moved()).toEqual([
      ['authorization', 1000],
      ['capture', 600],
    ])
  })

  it('R-105: releases a hold once, and takes nothing of it then', async () => {
    const { processor, moved } = open()
    await processor.createPayment(HELD)
    expect(await processor.cancelPayment(PAY)).toEqual({ status: 'voided', reason: 'requested' })
    expect(await processor.cancelPayment(PAY)).toEqual({ status: 'voided', reason: 'requested' })
    expect(await capture(processor)).toEqual({ status: 'refused', reason: 'expired' })
    expect(moved()).toEqual([
      ['authorization', 1000],
      ['void', 1000],
    ])
  })

  it('R-105: refuses a sending for good, and a later one not', async () => {
    const { processor } = open({ payment: 'hold refused late' })
    await processor.createPayment(HELD)
    const ends: string[] = []
    for (const minute of [0, 0, 0, 1, 2])
      ends.push((await capture(processor, new Date(minute * 60_000))).status)
    expect(new Set(ends.slice(0, 3))).toEqual(new Set(['refused']))
    expect(ends.at(-1)).toBe('captured')
  })

  it('R-105: holds first what is captured automatically, takes it, and does not say so', async () => {
    const { processor, pass, moved } = open({ payment: 'capture lost after' })
    expect(await processor.createPayment(PAYMENT)).toMatchObject({ status: 'authorized' })
    await expect(capture(processor)).rejects.toSatisfy(isProcessorSilent)
    expect(await processor.inquire(PAY)).toMatchObject({ status: 'authorized' })
    await pass(30_000)
    expect(await processor.inquire(PAY)).toMatchObject({ status: 'succeeded', capturedMinor: 600 })
    expect(moved().at(-1)).toEqual(['capture', 600])
  })

  it.each([
    ['capture slow', 72 * HOUR_MS, ['authorization', 'capture']],
    ['capture fails later', 3 * HOUR_MS, ['authorization', 'capture', 'reversal']],
    ['expired early', 3 * HOUR_MS, ['authorization', 'void']],
  ] as const)('R-105: changes its mind: %s', async (payment, passMs, kinds) => {
    const { processor, pass, moved } = open({ payment })
    await processor.createPayment(HELD)
    if (payment !== 'expired early') await capture(processor)
    await pass(passMs)
    expect(moved().map(([kind]) => kind)).toEqual(kinds)
  })

  it('R-105: captures again what failed, and holds what it declined', async () => {
    const again = open({ payment: 'captured again' })
    await again.processor.createPayment(HELD)
    await capture(again.processor)
    await again.pass(3 * HOUR_MS)
    await again.pass(3 * HOUR_MS)
    expect(await again.processor.inquire(PAY)).toMatchObject({
      reversedMinor: 600,
      reinstatedMinor: 600,
    })
    const declined = open({ payment: 'authorised after refusal' })
    expect(await declined.processor.createPayment(PAYMENT)).toMatchObject({ status: 'failed' })
    await declined.pass(3 * HOUR_MS)
    expect(await declined.processor.inquire(PAY)).toMatchObject({ status: 'authorized' })
  })

  it('R-105: refuses to release a hold, and then does', async () => {
    const { processor, moved } = open({ payment: 'void refused' })
    await processor.createPayment(HELD)
    const ends: string[] = []
    for (let tries = 0; tries < 3; tries++)
      ends.push(
        await processor.cancelPayment(PAY).then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
    expect([ends[0], ends.at(-1)]).toEqual(['refused', 'voided'])
    expect(moved().at(-1)).toEqual(['void', 1000])
  })

  it.each([
    ['refund comes back', ['refund', 'refund_reversal'], 'reversed'],
    ['refund sent after all', ['refund', 'refund_reversal', 'refund'], 'succeeded'],
  ] as const)('R-105: lets a refund come back: %s', async (refund, kinds, status) => {
    const { processor, pass, moved } = open({ refund })
    await processor.createPayment(PAYMENT)
    await processor.createRefund(REFUND)
    await pass(3 * HOUR_MS)
    await pass(3 * HOUR_MS)
    expect(moved().map(([kind]) => kind)).toEqual(['capture', ...kinds])
    expect(await processor.inquireRefund(RE)).toEqual({ status })
  })

  it.each([
    ['disputed', ['capture', 'reversal'], 'period_ended'],
    [
      'dispute won then lost',
      ['capture', 'reversal', 'reinstatement', 'reversal'],
      'second_chargeback',
    ],
  ] as const)('R-105: follows the steps of a dispute: %s', async (payment, kinds, last) => {
    const { processor, bank, pass, moved } = open({ payment })
    await processor.createPayment(PAYMENT)
    for (let step = 0; step < 6; step++) await pass(3 * HOUR_MS)
    expect(moved().map(([kind]) => kind)).toEqual(kinds)
    expect(bank.books().disputes?.map(({ steps }) => steps.at(-1))).toEqual([last])
    expect(bank.left()).toMatchObject({ undue: 0, unsent: 0 })
  })

  it('has each unkindness by its name, or by what its name contains', () => {
    expect(unkindnessesOf('slow')).toEqual(['slow'])
    expect(unkindnessesOf('reversed')).toEqual(['reversed in part', 'reversed in full'])
    expect(unkindnessesOf('none')).toEqual([])
    expect(unkindnessesOf('')).toEqual(Object.keys(UNKINDNESSES))
    expect(Object.keys(OF_PAYMENTS)).toContain('hanging')
  })
})
