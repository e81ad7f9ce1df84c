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
import { isProcessorRefused, isProcessorSilent, type KnownPayment } from '../processor.ts'

const RECEIVED: Reply = [201, { status: 'received', pspReference: 'QFQTPCQ8HXSKGK82' }]
const OTHER = 'SECONDCRT65ZGN82'
const SECOND = { ...AUTHORISED, psp: OTHER }
const CAPTURED: KnownPayment = {
  ...HELD,
  state: { ...HELD.state, capture: 'CAPTUREHXSKGK820' },
  captureMinor: 25_990,
}
const end = (changes: object = {}) =>
  factOf('CANCEL_OR_REFUND', { orig: OTHER, psp: 'R1', ...changes })
const NO = { ok: false }

function release(replies: Reply[], known: KnownPayment) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, released: processor.releaseOthers?.(known) }
}

describe('R-119: another authorisation of a payment', () => {
  it.each<[string, KnownPayment]>([
    ['beside the captured one', { ...CAPTURED, facts: [AUTHORISED, SECOND] }],
    ['that is told alone', { ...CAPTURED, facts: [SECOND] }],
    ['beside the one that is held', { ...HELD, facts: [AUTHORISED, SECOND] }],
    [
      'beside one that was released',
      {
        ...HELD,
        state: { ...HELD.state, result: 'Released' },
        facts: [AUTHORISED, SECOND, factOf('CANCEL_OR_REFUND')],
      },
    ],
    [
      'beside one whose capture is told alone',
      { ...KNOWN, facts: [AUTHORISED, SECOND, factOf('CAPTURE')] },
    ],
    ['beside the one that was settled', { ...HELD, state: {}, facts: [AUTHORISED, SECOND] }],
  ])('%s is reversed under a key of its own', async (_, known) => {
    const { asked, released } = release([RECEIVED], known)
    expect(await released).toEqual({ status: 'asked' })
    expect(asked).toMatchObject([
      {
        what: `POST /payments/${OTHER}/reversals`,
        key: expect.stringMatching(new RegExp(`^rev-${PAYMENT_ID}-[0-9a-f]{16}$`)),
        body: { merchantAccount: 'NorteBR', reference: PAYMENT_ID },
      },
    ])
  })

  it('that is kept itself is reversed, too, once its capture was refused', async () => {
    const refused = factOf('CAPTURE', { psp: 'CAPTUREHXSKGK820', ok: false })
    const { asked, released } = release([RECEIVED], { ...CAPTURED, facts: [AUTHORISED, refused] })
    expect(await released).toEqual({ status: 'asked' })
    expect(asked).toMatchObject([{ what: `POST /payments/${PSP}/reversals` }])
  })

  it.each<[string, KnownPayment]>([
    [
      'whose capture failed later, and may be made again,',
      {
        ...CAPTURED,
        facts: [AUTHORISED, factOf('CAPTURE'), factOf('CAPTURE_FAILED', { psp: 'CAPTURE1' })],
      },
    ],
    [
      'whose capture was refused at first, and made,',
      {
        ...CAPTURED,
        facts: [true, false].map((ok) => factOf('CAPTURE', { psp: 'CAPTUREHXSKGK820', ok })),
      },
    ],
    ['where there is none', { ...CAPTURED, facts: [AUTHORISED] }],
    ['that has ended', { ...CAPTURED, facts: [AUTHORISED, SECOND, end()] }],
    ['that has ended by time', { ...CAPTURED, facts: [SECOND, factOf('EXPIRE', { orig: OTHER })] }],
    [
      'that was captured, too',
      { ...CAPTURED, facts: [SECOND, factOf('CAPTURE', { psp: 'C2', orig: OTHER })] },
    ],
    ['while nothing says which one is kept', { ...KNOWN, facts: [AUTHORISED, SECOND] }],
    [
      'that takes the place of one that has ended',
      { ...HELD, facts: [AUTHORISED, SECOND, factOf('EXPIRE')] },
    ],
    [
      'that takes the place of a refused one',
      { ...HELD, state: { ...HELD.state, result: 'Refused' }, facts: [SECOND] },
    ],
  ])('%s is left alone', async (_, known) => {
    const { asked, released } = release([], known)
    expect(await released).toEqual({ status: 'none' })
    expect(asked).toEqual([])
  })

  it('is asked for again under the same key until the reversal has ended, then under another', async () => {
    const keyAfter = async (...ends: object[]) => {
      const facts = [AUTHORISED, SECOND, ...ends] as KnownPayment['facts']
      const { asked, released } = release([RECEIVED], { ...CAPTURED, facts })
      await released
      return asked[0]?.key
    }
    const first = await keyAfter()
    expect(await keyAfter(end({ ...NO, orig: 'ANOTHERCRT65ZGN8' }))).toBe(first)
    expect(await keyAfter(end(NO))).toBe(`${first}-2`)
    expect(await keyAfter(end(NO), end({ ...NO, psp: 'R2' }))).toBe(`${first}-3`)
  })

  it('is given up after three failures', async () => {
    const ends = ['R1', 'R2', 'R3'].map((psp) => end({ ...NO, psp }))
    const { asked, released } = release([], { ...CAPTURED, facts: [AUTHORISED, SECOND, ...ends] })
    await expect(released).rejects.toSatisfy(isProcessorRefused)
    expect(asked).toEqual([])
  })

  it('stays where Adyen does not answer', async () => {
    const known = { ...CAPTURED, facts: [AUTHORISED, SECOND] }
    const { released } = release(each(new Error('timeout')), known)
    await expect(released).rejects.toSatisfy(isProcessorSilent)
  })

  it('is not what is captured or released', async () => {
    const { processor, asked } = openTestAdapter([RECEIVED, RECEIVED])
    const known = { ...HELD, facts: [SECOND] }
    const capture = { paymentId: PAYMENT_ID, amountMinor: 25_990, currency: 'BRL' }
    await processor.capturePayment?.({ ...capture, sentAt: new Date() }, known)
    await processor.cancelPayment(PAYMENT_ID, known)
    expect(asked.map(({ what }) => what)).toEqual([
      `POST /payments/${PSP}/captures`,
      `POST /payments/${PSP}/reversals`,
    ])
  })

  it('takes nothing of the money back by its release', async () => {
    const { processor } = openTestAdapter([])
    const facts = [AUTHORISED, SECOND, factOf('CAPTURE'), end()]
    expect(await processor.inquire(PAYMENT_ID, { ...KNOWN, facts })).toMatchObject({
      status: 'succeeded',
      reversedMinor: 0,
    })
  })
})
