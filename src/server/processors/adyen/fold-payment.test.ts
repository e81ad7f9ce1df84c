import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KNOWN, PAYMENT_ID, REFUND_ID, withoutWords } from '#proof/testing/adyen/test-payments.ts'
import type { KnownPayment } from '../processor.ts'
import { factsAmong, type Fact } from './facts.ts'
import { foldPayment, isFraudReported, isUnexplained } from './fold-payment.ts'

const known = (changes: Partial<KnownPayment> = {}): KnownPayment => ({ ...KNOWN, ...changes })
/** Our capture was acknowledged. */
const CAPTURED = known({ state: { psp: 'P1', capture: 'C1' }, captureMinor: 25_990 })

const fact = (code: string, changes: Partial<Fact> = {}): Fact => ({
  code,
  ok: true,
  psp: `${code}1`,
  orig: 'P1',
  ref: PAYMENT_ID,
  minor: 25_990,
  currency: 'BRL',
  ...changes,
})
const NO = { ok: false }
const AUTHORISED = fact('AUTHORISATION', { psp: 'P1', orig: '' })
const REFUSED = fact('AUTHORISATION', { psp: 'P0', orig: '', ...NO })
const CAPTURE = fact('CAPTURE', { psp: 'C1' })
const FAILED = fact('CAPTURE_FAILED', { psp: 'C1' })
const CHARGEBACK = fact('CHARGEBACK', { psp: 'D1' })
const WON = fact('CHARGEBACK_REVERSED', { psp: 'D1' })
const SECOND = fact('SECOND_CHARGEBACK', { psp: 'D1' })

const held = { status: 'authorized', authorizedMinor: 25_990, currency: 'BRL' }
const voided = (reason: string) => ({ status: 'voided', reason })
const failed = (declineCode: string) => ({ status: 'failed', declineCode })
const NOTHING = { status: 'not_known_yet' }

describe('a payment that is not captured', () => {
  it.each<[string, Fact[], object]>([
    ['nothing', [], NOTHING],
    ['an authorisation', [AUTHORISED], held],
    ['another amount', [{ ...AUTHORISED, minor: 100 }], { ...held, authorizedMinor: 100 }],
    [
      'an amount that is not ours',
      [{ ...AUTHORISED, minor: null }],
      { ...held, authorizedMinor: 0 },
    ],
    ['a refusal', [REFUSED], failed('card_declined')],
    ['a refusal, and an authorisation', [REFUSED, AUTHORISED], held],
    ['a cancellation', [AUTHORISED, fact('CANCELLATION')], voided('elsewhere')],
    ['a reversal', [AUTHORISED, fact('CANCEL_OR_REFUND')], voided('elsewhere')],
    ['a technical cancel', [AUTHORISED, fact('TECHNICAL_CANCEL')], voided('elsewhere')],
    [
      'a technical cancel that names none',
      [AUTHORISED, fact('TECHNICAL_CANCEL', { orig: '' })],
      voided('elsewhere'),
    ],
    ['a technical cancel alone', [fact('TECHNICAL_CANCEL')], voided('elsewhere')],
    [
      'a cancel that failed',
      [AUTHORISED, fact('CANCELLATION', NO)],
      { ...held, isReleaseFailed: true },
    ],
    [
      'a reversal that failed',
      [AUTHORISED, fact('CANCEL_OR_REFUND', NO)],
      { ...held, isReleaseFailed: true },
    ],
    [
      'a reversal that failed, and another',
      [AUTHORISED, fact('CANCEL_OR_REFUND', NO), fact('CANCEL_OR_REFUND', { psp: 'V2' })],
      voided('elsewhere'),
    ],
    ['a technical cancel that failed', [fact('TECHNICAL_CANCEL', NO)], NOTHING],
    [
      'the end of one hold beside another',
      [AUTHORISED, fact('TECHNICAL_CANCEL'), fact('AUTHORISATION', { psp: 'P2', orig: '' })],
      { ...held, references: { processorReference: 'P2' } },
    ],
    ['an end by time', [AUTHORISED, fact('EXPIRE')], voided('expired')],
    [
      'an end by time that names none',
      [AUTHORISED, fact('EXPIRE', { orig: '' })],
      voided('expired'),
    ],
    [
      'an end by time, and a release',
      [AUTHORISED, fact('EXPIRE'), fact('CANCELLATION')],
      voided('elsewhere'),
    ],
    ['an offer that closed', [fact('OFFER_CLOSED')], failed('authentication_abandoned')],
    ['a closed offer, and an authorisation', [fact('OFFER_CLOSED'), AUTHORISED], held],
    ['a closed offer, and a refusal', [fact('OFFER_CLOSED'), REFUSED], failed('card_declined')],
    ['a refused capture', [AUTHORISED, fact('CAPTURE', NO)], held],
    ['a capture of no amount of ours', [AUTHORISED, fact('CAPTURE', { minor: null })], held],
    ['an event of tomorrow', [fact('OF_TOMORROW')], NOTHING],
    ['a fraud notice', [fact('NOTIFICATION_OF_FRAUD')], NOTHING],
  ])('is told by %s', (_, facts, outcome) => {
    expect(foldPayment(known(), facts)).toMatchObject(outcome)
  })

  it('gets the name of its authorisation', () => {
    expect(foldPayment(known(), [AUTHORISED])).toMatchObject({
      references: { processorReference: 'P1' },
    })
  })

  it('is the one that Adyen answered with, where two are authorised', () => {
    const two = [AUTHORISED, fact('AUTHORISATION', { psp: 'P2', orig: '', minor: 100 })]
    expect(foldPayment(known(), two)).toMatchObject({ authorizedMinor: 25_990 })
    expect(foldPayment(known({ state: { psp: 'P2' } }), two)).toMatchObject({
      authorizedMinor: 100,
    })
  })
})

describe('a payment that is captured', () => {
  const money = (reversedMinor: number, reinstatedMinor = 0) => ({
    status: 'succeeded',
    capturedMinor: 25_990,
    currency: 'BRL',
    reversedMinor,
    reinstatedMinor,
  })
  const part = { minor: 5_990 }

  it.each<[string, Fact[], object]>([
    ['our request alone', [], money(0)],
    ['its capture', [AUTHORISED, CAPTURE], money(0)],
    ['a failed capture of another', [fact('CAPTURE', { psp: 'C9', ...NO })], money(0)],
    [
      'a capture that failed after all',
      [{ ...CAPTURE, ...NO }],
      { ...money(25_990), reversalKind: 'capture_failed' },
    ],
    [
      'a refused capture, and the release of its hold',
      [{ ...CAPTURE, ...NO }, fact('CANCEL_OR_REFUND')],
      { ...money(25_990), reversalKind: 'capture_failed' },
    ],
    ['both outcomes of its capture', [CAPTURE, { ...CAPTURE, ...NO }], money(25_990, 25_990)],
    ['a capture that failed later', [CAPTURE, FAILED], money(25_990)],
    ['a failure that is no success', [CAPTURE, { ...FAILED, ...NO }], money(25_990)],
    ['a failure by two events', [{ ...CAPTURE, ...NO }, FAILED], money(25_990)],
    ['a capture after one that failed', [CAPTURE, FAILED, fact('CAPTURE')], money(25_990, 25_990)],
    ['a capture before the failure is told', [CAPTURE, fact('CAPTURE')], money(0)],
    [
      'a second failure',
      [CAPTURE, FAILED, fact('CAPTURE'), fact('CAPTURE_FAILED', { psp: 'CAPTURE1' })],
      money(51_980, 25_990),
    ],
    ['a rest that was released', [CAPTURE, fact('CANCELLATION'), fact('EXPIRE')], money(0)],
    ['a technical cancel', [CAPTURE, fact('TECHNICAL_CANCEL')], money(0)],
    ['more that was captured elsewhere', [fact('CAPTURE', part)], { capturedMinor: 31_980 }],
    [
      'a refund elsewhere',
      [fact('REFUND', part)],
      { ...money(5_990), reversalKind: 'refund_elsewhere' },
    ],
    ['a refund elsewhere that failed', [fact('REFUND', { ...part, ...NO })], money(0)],
    [
      'a refund elsewhere that came back',
      [fact('REFUND', part), fact('REFUND_FAILED', { ...part, psp: 'REFUND1' })],
      money(5_990, 5_990),
    ],
    [
      'a refund elsewhere that was reversed',
      [fact('REFUND', part), fact('REFUNDED_REVERSED', { ...part, psp: 'REFUND1' })],
      money(5_990, 5_990),
    ],
    ['a failed refund that nobody knows', [fact('REFUND_FAILED', part)], money(0)],
    ['a reversal elsewhere', [fact('CANCEL_OR_REFUND')], money(25_990)],
    ['the release of a second authorisation', [fact('CANCEL_OR_REFUND', { orig: 'P2' })], money(0)],
    ['a reversal that names none', [fact('CANCEL_OR_REFUND', { orig: '' })], money(25_990)],
    ['a reversal of the rest', [fact('REFUND', part), fact('CANCEL_OR_REFUND')], money(25_990)],
    ['a charge-back', [CHARGEBACK], { ...money(25_990), reversalKind: 'chargeback' }],
    ['a charge-back of a part', [{ ...CHARGEBACK, ...part }], money(5_990)],
    ['a charge-back that is none', [{ ...CHARGEBACK, ...NO }], money(0)],
    ['a charge-back that was won', [CHARGEBACK, WON], money(25_990, 25_990)],
    ['a victory that overtakes it', [WON], money(0)],
    ['a second charge-back', [CHARGEBACK, WON, SECOND], money(51_980, 25_990)],
    [
      'two disputes',
      [
        { ...CHARGEBACK, ...part },
        { ...CHARGEBACK, ...part, psp: 'D2' },
      ],
      money(11_980),
    ],
    ['a charge-back in another currency', [{ ...CHARGEBACK, currency: 'EUR' }], money(0)],
    ['a charge-back of no amount of ours', [{ ...CHARGEBACK, minor: null }], money(0)],
    ['a notice of one', [fact('NOTIFICATION_OF_CHARGEBACK')], money(0)],
    ['a fraud notice', [fact('NOTIFICATION_OF_FRAUD')], money(0)],
  ])('by our request is told by %s', (_, facts, outcome) => {
    expect(foldPayment(CAPTURED, facts)).toMatchObject(outcome)
  })

  it.each<[string, Fact[], object]>([
    ['in full', [CAPTURE], { capturedMinor: 25_990 }],
    ['in part', [{ ...CAPTURE, ...part }], { capturedMinor: 5_990 }],
    [
      'in two parts',
      [{ ...CAPTURE, ...part }, fact('CAPTURE', { minor: 100 })],
      { capturedMinor: 6_090 },
    ],
    ['in another currency', [{ ...CAPTURE, currency: 'EUR' }], { currency: 'EUR' }],
    ['as if it was refused', [REFUSED, CAPTURE], { capturedMinor: 25_990 }],
    ['after its end', [AUTHORISED, fact('EXPIRE'), CAPTURE], { capturedMinor: 25_990 }],
  ])('without our answer is told %s', (_, facts, outcome) => {
    expect(foldPayment(known(), facts)).toMatchObject({ status: 'succeeded', ...outcome })
  })

  it('is captured as it was asked, also where less than the hold was', () => {
    const asked = known({ state: { capture: 'C1' }, captureMinor: 5_990 })
    expect(foldPayment(asked, [AUTHORISED])).toMatchObject({ capturedMinor: 5_990 })
  })

  describe('and refunded', () => {
    const refunded = fact('REFUND', { psp: 'R1', ...part })
    const refundOf = (status: 'pending' | 'succeeded' | 'failed', processorReference?: string) => ({
      refundId: REFUND_ID,
      status,
      amountMinor: 5_990,
      ...(processorReference !== undefined && { processorReference }),
    })
    const fold = (refund: ReturnType<typeof refundOf>, ...facts: Fact[]) =>
      foldPayment({ ...CAPTURED, refunds: [refund] }, facts)

    it('by us, by Adyen’s name or ours, has nothing taken back', () => {
      expect(fold(refundOf('pending', 'R1'), refunded)).toMatchObject(money(0))
    })

    it('by us after all, though it was refused and has failed, has it taken back', () => {
      const own = { ...refunded, ref: REFUND_ID }
      expect(fold(refundOf('failed'), own)).toMatchObject(money(5_990))
      expect(fold(refundOf('failed', 'R1'), refunded)).toMatchObject(money(5_990))
      const back = fact('REFUND_FAILED', { psp: 'R1', ...part })
      expect(fold(refundOf('failed'), own, back)).toMatchObject(money(5_990, 5_990))
    })

    it('elsewhere beside ours has its own taken back', () => {
      expect(fold(refundOf('succeeded', 'R0'), refunded)).toMatchObject(money(5_990))
      expect(fold(refundOf('failed'), refunded)).toMatchObject(money(5_990))
    })

    it('by a request without an answer waits: it may be that one', () => {
      expect(fold(refundOf('pending'), refunded)).toMatchObject(money(0))
      expect(fold(refundOf('succeeded'), refunded)).toMatchObject(money(0))
    })

    it('and reversed elsewhere has the rest taken back', () => {
      const reversed = fact('CANCEL_OR_REFUND')
      expect(fold(refundOf('succeeded', 'R1'), refunded, reversed)).toMatchObject(money(20_000))
    })
  })
})

describe('a fraud notice', () => {
  it('is told by its code, in whatever order it came', () => {
    expect(isFraudReported([AUTHORISED, fact('NOTIFICATION_OF_FRAUD'), CAPTURE])).toBe(true)
    expect(isFraudReported([AUTHORISED, CAPTURE, CHARGEBACK])).toBe(false)
  })
})

const CODES = [
  'AUTHORISATION',
  'CAPTURE',
  'CAPTURE_FAILED',
  'CANCELLATION',
  'TECHNICAL_CANCEL',
  'CANCEL_OR_REFUND',
  'EXPIRE',
  'OFFER_CLOSED',
  'REFUND',
  'REFUND_FAILED',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
  'OF_TOMORROW',
]

const facts = fc.array(
  fc
    .record({
      code: fc.constantFrom(...CODES),
      ok: fc.boolean(),
      psp: fc.constantFrom('P1', 'P2', 'C1', 'C2', 'D1', 'R1', 'R2'),
      orig: fc.constantFrom('', 'P1', 'P2'),
      ref: fc.constantFrom(PAYMENT_ID, REFUND_ID),
      minor: fc.constantFrom(25_990, 5_990, null),
      currency: fc.constantFrom('BRL', 'BRL', 'EUR'),
      said_at: fc.constantFrom('2026-12-01T12:03:11Z', '2026-12-02T12:03:11Z'),
      said_reason: fc.string(),
    })
    // A payment is captured in one currency, and a capture has one amount.
    .map((one) =>
      one.code === 'CAPTURE'
        ? { ...one, currency: 'BRL', minor: one.psp.endsWith('1') ? 25_990 : 5_990 }
        : one,
    ),
  { maxLength: 12 },
)
const payments = fc.constantFrom(
  known(),
  known({ state: { psp: 'P2' } }),
  CAPTURED,
  { ...CAPTURED, captureMinor: 5_990 },
  {
    ...CAPTURED,
    refunds: [
      {
        refundId: REFUND_ID,
        status: 'succeeded',
        amountMinor: 5_990,
        processorReference: 'R1',
      } as const,
    ],
  },
)
const totalsOf = (outcome: ReturnType<typeof foldPayment>) =>
  outcome.status === 'succeeded'
    ? [outcome.reversedMinor ?? 0, outcome.reinstatedMinor ?? 0]
    : [0, 0]

describe('R-122: money that no fact proves', () => {
  const EXPIRE = fact('EXPIRE', { psp: 'P1', orig: '' })
  const at = (day: number) => ({ said_at: `2026-12-0${day}T12:00:00Z` })

  it.each<[string, Fact[], boolean]>([
    ['a capture that is told', [CAPTURE], false],
    ['a capture that failed', [CAPTURE, FAILED], false],
    [
      'a capture that is dated before its failure',
      [
        { ...CAPTURE, ...at(1) },
        { ...FAILED, ...at(3) },
      ],
      false,
    ],
    [
      'the same capture again, dated after its failure',
      [
        { ...CAPTURE, ...at(5) },
        { ...FAILED, ...at(3) },
      ],
      true,
    ],
    ['another capture after the failure', [{ ...FAILED, ...at(3) }, fact('CAPTURE', at(5))], false],
    ['a chargeback', [CHARGEBACK], false],
    ['a chargeback in another currency', [{ ...CHARGEBACK, currency: 'EUR' }], true],
    ['a chargeback of what our units cannot express', [{ ...CHARGEBACK, minor: null }], true],
    [
      'a refund in another currency that failed',
      [fact('REFUND', { currency: 'EUR', ...NO })],
      false,
    ],
    ['the end by time of all that was held, and no capture', [AUTHORISED, EXPIRE], true],
    ['the same, and a capture', [AUTHORISED, EXPIRE, CAPTURE], false],
  ])('is told by %s: %s', (_, facts, isTold) => {
    expect(isUnexplained(CAPTURED, facts)).toBe(isTold)
  })

  it('is not told of the rest of a hold, or of a payment without money', () => {
    const part = { ...CAPTURED, captureMinor: 20_000 }
    expect(isUnexplained(part, [AUTHORISED, { ...EXPIRE, minor: 5_990 }])).toBe(false)
    expect(isUnexplained(known(), [AUTHORISED, EXPIRE])).toBe(false)
  })
})

describe('what facts prove of a payment', () => {
  it('R-116: is the same in any order, however often each came', () => {
    const told = facts.chain((set) =>
      fc.tuple(
        fc.constant(set),
        fc.shuffledSubarray([...set, ...set], { minLength: set.length * 2 }),
      ),
    )
    fc.assert(
      fc.property(payments, told, (payment, [set, again]) => {
        expect(foldPayment(payment, again)).toEqual(foldPayment(payment, set))
      }),
    )
  })

  it('R-116: has two totals that never fall as the set grows', () => {
    fc.assert(
      fc.property(payments, facts, (payment, set) => {
        const totals = [...set, undefined].map((_, length) =>
          totalsOf(foldPayment(payment, set.slice(0, length))),
        )
        for (const of of [0, 1]) {
          const grown = totals.map((both) => both[of] ?? 0)
          expect(grown).toEqual(grown.toSorted((one, other) => one - other))
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('S-158: does not depend on what nobody signed', () => {
    fc.assert(
      fc.property(payments, facts, (payment, set) => {
        const proven = factsAmong(set.map(withoutWords))
        expect(foldPayment(payment, proven)).toEqual(foldPayment(payment, set))
      }),
    )
  })

  it('does not change with an event of tomorrow', () => {
    fc.assert(
      fc.property(payments, facts, (payment, set) => {
        const more = [...set, fact('OF_TOMORROW', { psp: 'X' })]
        expect(foldPayment(payment, more)).toEqual(foldPayment(payment, set))
      }),
    )
  })
})
