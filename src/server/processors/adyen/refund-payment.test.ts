import { describe, expect, it } from 'vitest'
import { each, openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import { NOW } from '#proof/testing/adyen/test-account.ts'
import {
  AUTHORISED,
  factOf,
  HELD,
  KNOWN,
  PAYMENT_ID,
  PSP,
  REFUND_ID,
} from '#proof/testing/adyen/test-payments.ts'
import {
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
  type KnownPayment,
  type NewRefund,
} from '../processor.ts'

const REFUND: NewRefund = {
  refundId: REFUND_ID,
  paymentId: PAYMENT_ID,
  amountMinor: 1000,
  currency: 'BRL',
  requestedAt: NOW,
}
const RECEIVED: Reply = [201, { status: 'received', pspReference: 'REFUNDQ8HXSKGK82' }]
const HOUR_MS = 3_600_000
const CAPTURING: KnownPayment = { ...HELD, state: { ...HELD.state, capture: 'C1' } }
const CAPTURED = { ...CAPTURING, facts: [AUTHORISED, factOf('CAPTURE', { psp: 'C1' })] }

function refund(replies: Reply[], payment: KnownPayment, changes: Partial<NewRefund> = {}) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, refund: processor.createRefund({ ...REFUND, ...changes }, payment) }
}

describe('a refund', () => {
  it('is one request, and pending until it is told', async () => {
    const { asked, refund: made } = refund([RECEIVED], CAPTURED)
    expect(await made).toEqual({
      status: 'pending',
      references: { processorReference: 'REFUNDQ8HXSKGK82' },
    })
    expect(asked).toMatchObject([
      {
        what: `POST /payments/${PSP}/refunds`,
        key: `ref-${REFUND_ID}`,
        body: {
          merchantAccount: 'NorteBR',
          amount: { currency: 'BRL', value: 1000 },
          reference: REFUND_ID,
        },
      },
    ])
  })

  it('waits until its payment is told to be captured, for three days at most', async () => {
    const since = NOW.getTime()
    const early = refund([], CAPTURING)
    const waiting = { status: 'pending', isNotSent: true, state: { since } }
    expect(await early.refund).toEqual(waiting)
    const kept = { state: { since: since - 72 * HOUR_MS + 1 } }
    expect(await refund([], CAPTURING, kept).refund).toEqual({ ...waiting, ...kept })
    expect(early.asked).toEqual([])
    const due = refund([RECEIVED], CAPTURING, { state: { since: since - 72 * HOUR_MS } })
    expect(await due.refund).toMatchObject({ status: 'pending', references: {} })
    expect(due.asked).toHaveLength(1)
  })

  it.each<[string, KnownPayment]>([
    [
      'was refused',
      { ...CAPTURING, facts: [AUTHORISED, factOf('CAPTURE', { psp: 'C1', ok: false })] },
    ],
    [
      'has failed',
      { ...CAPTURED, facts: [...CAPTURED.facts, factOf('CAPTURE_FAILED', { psp: 'C1' })] },
    ],
  ])('of a payment whose capture %s has failed', async (_, payment) => {
    const { asked, refund: made } = refund([], payment)
    expect(await made).toEqual({ status: 'failed' })
    expect(asked).toEqual([])
  })

  it('of a payment that was captured again is sent', async () => {
    const facts = [
      ...CAPTURED.facts,
      factOf('CAPTURE_FAILED', { psp: 'C1' }),
      factOf('CAPTURE', { psp: 'C2' }),
    ]
    expect(await refund([RECEIVED], { ...CAPTURED, facts }).refund).toMatchObject({
      status: 'pending',
      references: {},
    })
  })

  it.each([
    ['unknown', KNOWN],
    ['held', { ...HELD, facts: [AUTHORISED] }],
  ])('of a payment that is %s, and that nobody captured, fails', async (_, payment) => {
    const { asked, refund: made } = refund([], payment)
    expect(await made).toEqual({ status: 'failed' })
    expect(asked).toEqual([])
  })

  it('without a reference of its payment waits', async () => {
    const capturing = { ...KNOWN, captureMinor: 1000 }
    expect(await refund([], capturing).refund).toMatchObject({ status: 'pending', isNotSent: true })
  })

  it.each<[string, Reply[], (error: unknown) => boolean]>([
    ['is refused', [[422, { errorCode: '167' }]], isProcessorRefused],
    ['may not be asked for', [[403, { errorCode: '901' }]], isProcessorNotAsked],
    ['is not answered', each(new Error('timeout')), isProcessorSilent],
    [
      'is another',
      [[201, { status: 'received', pspReference: 'A', reference: 're_x' }]],
      isProcessorSilent,
    ],
  ])('that %s throws', async (_, replies, is) => {
    await expect(refund(replies, CAPTURED).refund).rejects.toSatisfy(is)
  })

  it('is what its facts say, and asks nobody', async () => {
    const { processor, asked } = openTestAdapter([])
    const told = factOf('REFUND', { psp: 'R1', ref: REFUND_ID, minor: 1000 })
    const inquire = (facts: KnownPayment['facts']) =>
      processor.inquireRefund(REFUND_ID, {
        ...REFUND,
        payment: { ...CAPTURED, facts },
        references: {},
        state: {},
      })
    expect(await inquire([])).toEqual({ status: 'not_found' })
    expect(await inquire([told])).toMatchObject({ status: 'succeeded' })
    expect(asked).toEqual([])
  })
})
