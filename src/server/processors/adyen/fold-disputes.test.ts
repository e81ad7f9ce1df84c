import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DISPUTE_STEPS } from '#contract/dispute-states.ts'
import { standingOf } from '#domain/dispute.ts'
import { withoutWords } from '#proof/testing/adyen/test-payments.ts'
import { factOf, factsAmong } from './facts.ts'
import { foldDisputes } from './fold-disputes.ts'
import { NotificationItem } from './messages.ts'

const CODES = [
  'REQUEST_FOR_INFORMATION',
  'NOTIFICATION_OF_CHARGEBACK',
  'CHARGEBACK',
  'INFORMATION_SUPPLIED',
  'DISPUTE_DEFENSE_PERIOD_ENDED',
  'CHARGEBACK_REVERSED',
  'ISSUER_RESPONSE_TIMEFRAME_EXPIRED',
  'SECOND_CHARGEBACK',
  'PREARBITRATION_OPEN',
  'PREARBITRATION_DECLINED',
  'PREARBITRATION_ACCEPTED',
  'PREARBITRATION_LOST',
  'PREARBITRATION_WON',
  'PREARBITRATION_ISSUER_WITHDRAWN',
  'SCHEME_ARBITRATION',
  'SCHEME_ARBITRATION_WON',
  'SCHEME_ARBITRATION_LOST',
]

const itemOf = (changes: object = {}) =>
  NotificationItem.parse({
    pspReference: 'DISPUTE1',
    originalReference: 'NC6HT9CRT65ZGN82',
    merchantAccountCode: 'NorteBR',
    merchantReference: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
    amount: { currency: 'BRL', value: 20_000 },
    eventCode: 'CHARGEBACK',
    success: 'true',
    eventDate: '2026-12-01T12:03:11+01:00',
    reason: 'Goods not received',
    additionalData: {
      chargebackReasonCode: '13.1',
      chargebackSchemeCode: 'visa',
      defensePeriodEndsAt: '2026-12-20T00:00:00+01:00',
      disputeStatus: 'Undefended',
    },
    ...changes,
  })
const foldOf = (...changes: object[]) => foldDisputes(changes.map((one) => factOf(itemOf(one))))

const facts = fc.array(
  fc
    .record({
      eventCode: fc.constantFrom(...CODES, 'CAPTURE', 'OF_TOMORROW', 'ISSUER_COMMENTS'),
      pspReference: fc.constantFrom('DISPUTE1', 'DISPUTE2'),
      success: fc.boolean(),
      amount: fc.record({
        currency: fc.constantFrom('BRL', 'CLP'),
        value: fc.constantFrom(0, 150, 20_000),
      }),
      eventDate: fc.constantFrom('2026-12-01T12:03:11+01:00', 'yesterday', undefined),
    })
    .map((changes) => factOf(itemOf(changes))),
  { maxLength: 12 },
)

describe('the disputes of a payment', () => {
  it('have each step of ours by a code of Adyen', () => {
    const steps = CODES.flatMap((eventCode) => foldOf({ eventCode }).map(({ step }) => step))
    expect(steps).toEqual(DISPUTE_STEPS)
  })

  it('tell what is signed, and what Adyen says besides', () => {
    expect(foldOf({})).toEqual([
      {
        reference: 'DISPUTE1',
        step: 'chargeback',
        at: '2026-12-01T12:03:11+01:00',
        amountMinor: 20_000,
        currency: 'BRL',
        network: 'visa',
        reasonCode: '13.1',
        reason: 'Goods not received',
        respondBy: '2026-12-20T00:00:00+01:00',
        respondByIsProven: false,
      },
    ])
  })

  it.each<[string, object]>([
    ['another event', { eventCode: 'CAPTURE' }],
    ['a word of fraud', { eventCode: 'NOTIFICATION_OF_FRAUD' }],
    ['a comment', { eventCode: 'ISSUER_COMMENTS' }],
    ['an event that did not succeed', { success: 'false' }],
    ['an amount of nothing', { amount: { currency: 'BRL', value: 0 } }],
    ['an amount that cannot be expressed', { amount: { currency: 'CLP', value: 150 } }],
  ])('have no step by %s', (_, changes) => {
    expect(foldOf(changes)).toEqual([])
  })

  it('are the same in any order, and however often each event came', () => {
    fc.assert(
      fc.property(
        facts.chain((set) =>
          fc.tuple(
            fc.constant(set),
            fc.shuffledSubarray([...set, ...set], { minLength: set.length * 2 }),
          ),
        ),
        ([set, told]) => {
          expect(foldDisputes(told)).toEqual(foldDisputes(set))
        },
      ),
    )
  })

  it('S-158: stand the same whatever Adyen says without a signature', () => {
    fc.assert(
      fc.property(facts, (set) => {
        const standings = (told: ReturnType<typeof foldDisputes>) =>
          ['DISPUTE1', 'DISPUTE2'].map((reference) =>
            standingOf(told.filter((one) => one.reference === reference).map(({ step }) => step)),
          )
        const proven = factsAmong(set.map(withoutWords))
        expect(standings(foldDisputes(proven))).toEqual(standings(foldDisputes(set)))
      }),
    )
  })
})

describe('a fact', () => {
  it('is flat, and has no reason of an authorisation, which holds digits of the card', () => {
    const changes = {
      eventCode: 'AUTHORISATION',
      reason: '076181:1111:03/2030',
      additionalData: {},
    }
    expect(factOf(itemOf(changes))).toEqual({
      code: 'AUTHORISATION',
      ok: true,
      psp: 'DISPUTE1',
      orig: 'NC6HT9CRT65ZGN82',
      ref: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
      minor: 20_000,
      currency: 'BRL',
      said_at: '2026-12-01T12:03:11+01:00',
    })
  })

  it('has what is said in bounds, printable, and times that are times', () => {
    const reason = `a\u0000b\u202E${'x'.repeat(500)}`
    const fact = factOf(itemOf({ reason, eventDate: 'soon', additionalData: { autoDefended: 1 } }))
    expect(fact.said_reason).toBe(`a b ${'x'.repeat(196)}`)
    expect(Object.keys(fact).filter((name) => name.startsWith('said_'))).toEqual(['said_reason'])
  })

  it('is at most 4096 characters, whatever is said', () => {
    const text = '\u{1F600}'.repeat(5000)
    const additionalData = {
      chargebackReasonCode: text,
      chargebackSchemeCode: text,
      autoDefended: text,
    }
    expect(JSON.stringify(factOf(itemOf({ reason: text, additionalData }))).length).toBeLessThan(
      4096,
    )
  })

  it('is read again as it is kept; what has another form is none', () => {
    const fact = factOf(itemOf())
    const kept = JSON.parse(JSON.stringify(fact)) as Record<string, string>
    expect(factsAmong([kept, {}, { ofTomorrow: true }, { ...kept, ok: 'true' }])).toEqual([fact])
  })
})
