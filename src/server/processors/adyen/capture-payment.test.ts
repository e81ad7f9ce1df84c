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
} from '#proof/testing/adyen/test-payments.ts'
import { NotConnected } from '../http/http.ts'
import {
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
  type KnownPayment,
} from '../processor.ts'

const CAPTURE = 'QFQTPCQ8HXSKGK82'
const DAY_MS = 86_400_000
const received = (changes: object = {}): Reply => [
  201,
  { status: 'received', pspReference: CAPTURE, paymentPspReference: PSP, ...changes },
]

function capture(replies: Reply[], known: Partial<KnownPayment> = {}, changes: object = {}) {
  const { processor, asked } = openTestAdapter(replies)
  const request = { paymentId: PAYMENT_ID, amountMinor: 25_990, currency: 'BRL', sentAt: NOW }
  const payment = { ...HELD, ...known }
  return { asked, answer: processor.capturePayment?.({ ...request, ...changes }, payment) }
}

describe('a capture', () => {
  it('is one request, and captured once it is received', async () => {
    const { asked, answer } = capture([received()], {}, { amountMinor: 20_000 })
    expect(await answer).toEqual({
      status: 'captured',
      capturedMinor: 20_000,
      currency: 'BRL',
      state: { psp: PSP, result: 'Authorised', capture: CAPTURE },
    })
    expect(asked).toMatchObject([
      {
        what: `POST /payments/${PSP}/captures`,
        key: `cap-${PAYMENT_ID}`,
        body: {
          merchantAccount: 'NorteBR',
          amount: { currency: 'BRL', value: 20_000 },
          reference: PAYMENT_ID,
        },
      },
    ])
  })

  it('has the reference of the authorisation that is held', async () => {
    const other = { ...AUTHORISED, psp: 'OTHER9CRT65ZGN82' }
    const { asked, answer } = capture([received({ paymentPspReference: undefined })], {
      ...KNOWN,
      facts: [other],
    })
    expect(await answer).toMatchObject({ status: 'captured' })
    expect(asked[0]?.what).toBe('POST /payments/OTHER9CRT65ZGN82/captures')
  })

  it.each<[string, Partial<KnownPayment>, object]>([
    [
      'was acknowledged before',
      { state: { ...HELD.state, capture: CAPTURE }, captureMinor: 20_000 },
      { status: 'captured', capturedMinor: 20_000, currency: 'BRL' },
    ],
    [
      'is told',
      { facts: [AUTHORISED, factOf('CAPTURE', { minor: 20_000 })] },
      { status: 'captured', capturedMinor: 20_000, currency: 'BRL' },
    ],
    [
      'has failed',
      { facts: [AUTHORISED, factOf('CAPTURE', { ok: false })] },
      { status: 'refused', reason: 'refused' },
    ],
    [
      'comes after the end of the hold',
      { facts: [AUTHORISED, factOf('EXPIRE')] },
      { status: 'refused', reason: 'expired' },
    ],
    [
      'comes after a release',
      { facts: [AUTHORISED, factOf('CANCELLATION')] },
      { status: 'refused', reason: 'refused' },
    ],
    [
      'comes after our release',
      { state: { psp: PSP, result: 'Released' } },
      { status: 'refused', reason: 'refused' },
    ],
  ])('that %s asks nobody', async (_, known, expected) => {
    const { asked, answer } = capture([], known)
    expect(await answer).toEqual(expected)
    expect(asked).toEqual([])
  })

  it.each<[string, Partial<KnownPayment>, object, (error: unknown) => boolean]>([
    ['of more than is held', {}, { amountMinor: 25_991 }, isProcessorRefused],
    ['of what has no reference', KNOWN, {}, isProcessorNotAsked],
  ])('%s is not sent', async (_, known, changes, is) => {
    const { asked, answer } = capture([], known, changes)
    await expect(answer).rejects.toSatisfy(is)
    expect(asked).toEqual([])
  })

  it('S-156: is not sent again once its key may be forgotten: facts decide', async () => {
    const sentAt = new Date(NOW.getTime() - 6 * DAY_MS)
    const { asked, answer } = capture([], {}, { sentAt })
    expect(await answer).toEqual({ status: 'pending' })
    expect(asked).toEqual([])
    const early = capture([received()], {}, { sentAt: new Date(sentAt.getTime() + 1) })
    expect(await early.answer).toMatchObject({ status: 'captured' })
  })

  it.each<[string, Reply[], (error: unknown) => boolean]>([
    ['is refused', [[422, { errorCode: '167' }]], isProcessorRefused],
    ['is refused for its credential', [[401, '']], isProcessorNotAsked],
    ['is refused by a gateway', [[403, '<html>']], isProcessorNotAsked],
    ['finds no address', [[404, '']], isProcessorNotAsked],
    ['finds no connection', [new NotConnected('ECONNREFUSED')], isProcessorNotAsked],
    ['is not answered', each(new Error('timeout')), isProcessorSilent],
    ['is under way', each([422, { errorCode: '704' }]), isProcessorSilent],
    ['is not received', [received({ status: 'unheard' })], isProcessorSilent],
    ['has no reference', [received({ pspReference: undefined })], isProcessorSilent],
    ['is of another payment', [received({ paymentPspReference: 'OTHER' })], isProcessorSilent],
    ['has another reference of ours', [received({ reference: 'pay_x' })], isProcessorSilent],
    [
      'is of another amount',
      [received({ amount: { currency: 'BRL', value: 1 } })],
      isProcessorSilent,
    ],
  ])('that %s throws', async (_, replies, is) => {
    await expect(capture(replies).answer).rejects.toSatisfy(is)
  })
})
