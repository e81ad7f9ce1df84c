import { describe, expect, it } from 'vitest'
import { each, openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import {
  AUTHORISED,
  factOf,
  HELD,
  KNOWN,
  PAYMENT_ID,
  PSP,
} from '#proof/testing/adyen/test-payments.ts'
import {
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
  type KnownPayment,
} from '../processor.ts'

const RECEIVED: Reply = [201, { status: 'received', pspReference: 'QFQTPCQ8HXSKGK82' }]
const REVERSAL = `POST /payments/${PSP}/reversals`
const no = (psp: string) => factOf('CANCEL_OR_REFUND', { psp, ok: false })

function cancel(replies: Reply[], known: KnownPayment) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, outcome: processor.cancelPayment(PAYMENT_ID, known) }
}

describe('the release of a payment', () => {
  it.each<[string, KnownPayment, string, object]>([
    ['that is held', HELD, `rev-${PAYMENT_ID}`, { status: 'voided', reason: 'requested' }],
    [
      'that facts alone tell of',
      { ...KNOWN, facts: [AUTHORISED] },
      `rev-${PAYMENT_ID}`,
      { status: 'voided', reason: 'requested', state: { psp: PSP, result: 'Released' } },
    ],
    [
      'that was released before',
      { ...HELD, state: { psp: PSP, result: 'Released' } },
      `rev-${PAYMENT_ID}`,
      { status: 'voided', reason: 'requested' },
    ],
    [
      'that could not be released',
      { ...HELD, facts: [AUTHORISED, no('A')] },
      `rev-${PAYMENT_ID}-2`,
      { status: 'voided', reason: 'requested' },
    ],
    [
      'that could not be released twice',
      { ...HELD, facts: [AUTHORISED, no('A'), no('B')] },
      `rev-${PAYMENT_ID}-3`,
      { status: 'voided', reason: 'requested' },
    ],
    [
      'whose shopper is at the bank',
      { ...KNOWN, state: { psp: PSP, result: 'RedirectShopper' } },
      `rev-${PAYMENT_ID}`,
      { status: 'failed', declineCode: 'authentication_abandoned' },
    ],
    [
      'that is under way',
      { ...KNOWN, state: { psp: PSP, result: 'Pending' } },
      `rev-${PAYMENT_ID}`,
      { status: 'failed', declineCode: 'processing_error' },
    ],
  ])('%s is a reversal, whatever its network has taken', async (_, known, key, expected) => {
    const { asked, outcome } = cancel([RECEIVED], known)
    expect(await outcome).toMatchObject(expected)
    const body = { merchantAccount: 'NorteBR', reference: PAYMENT_ID }
    expect(asked).toMatchObject([{ what: REVERSAL, key, body }])
  })

  it('of the second of two authorisations has a key of its own', async () => {
    const second = { ...AUTHORISED, psp: 'SECONDCRT65ZGN82' }
    const facts = [AUTHORISED, factOf('CANCEL_OR_REFUND'), second]
    const { asked, outcome } = cancel([RECEIVED], { ...HELD, facts })
    expect(await outcome).toMatchObject({ status: 'voided' })
    expect(asked).toMatchObject([
      { what: 'POST /payments/SECONDCRT65ZGN82/reversals', key: `rev-${PAYMENT_ID}-2` },
    ])
  })

  it('without a reference is by ours, so that it stops what comes later', async () => {
    const { asked, outcome } = cancel([RECEIVED], KNOWN)
    expect(await outcome).toEqual({ status: 'failed', declineCode: 'processing_error' })
    expect(asked).toMatchObject([
      {
        what: 'POST /cancels',
        key: `can-${PAYMENT_ID}`,
        body: {
          merchantAccount: 'NorteBR',
          paymentReference: PAYMENT_ID,
          reference: PAYMENT_ID,
        },
      },
    ])
  })

  it('without a reference, whose shopper is at the bank, was abandoned', async () => {
    const { outcome } = cancel([RECEIVED], { ...KNOWN, state: { result: 'RedirectShopper' } })
    expect(await outcome).toMatchObject({ declineCode: 'authentication_abandoned' })
  })

  it.each<[string, KnownPayment, object]>([
    [
      'was captured',
      { ...HELD, facts: [AUTHORISED, factOf('CAPTURE')] },
      { status: 'succeeded', capturedMinor: 25_990 },
    ],
    [
      'is being captured',
      { ...HELD, state: { ...HELD.state, capture: 'C' }, captureMinor: 20_000 },
      { status: 'succeeded', capturedMinor: 20_000 },
    ],
    [
      'was released',
      { ...HELD, facts: [AUTHORISED, factOf('CANCEL_OR_REFUND')] },
      { status: 'voided' },
    ],
    [
      'was refused',
      { ...KNOWN, facts: [{ ...AUTHORISED, ok: false }] },
      { status: 'failed', declineCode: 'card_declined' },
    ],
    [
      'was left',
      { ...KNOWN, facts: [factOf('OFFER_CLOSED')] },
      { status: 'failed', declineCode: 'authentication_abandoned' },
    ],
  ])('that %s asks nobody', async (_, known, expected) => {
    const { asked, outcome } = cancel([], known)
    expect(await outcome).toMatchObject(expected)
    expect(asked).toEqual([])
  })

  it('is not asked for a fourth time', async () => {
    const facts = [AUTHORISED, no('A'), no('B'), no('C')]
    const { asked, outcome } = cancel([], { ...HELD, facts })
    await expect(outcome).rejects.toSatisfy(isProcessorRefused)
    expect(asked).toEqual([])
  })

  it.each<[string, Reply[], (error: unknown) => boolean]>([
    ['is refused', [[422, { errorCode: '167' }]], isProcessorRefused],
    ['may not be asked for', [[401, '']], isProcessorNotAsked],
    ['is not answered', each(new Error('timeout')), isProcessorSilent],
  ])('that %s throws', async (_, replies, is) => {
    await expect(cancel(replies, HELD).outcome).rejects.toSatisfy(is)
    await expect(cancel(replies, KNOWN).outcome).rejects.toSatisfy(is)
  })
})
