import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KNOWN, PAYMENT_ID, REFUND_ID, withoutWords } from '#proof/testing/adyen/test-payments.ts'
import type { KnownRefund } from '../processor.ts'
import { factsAmong, type Fact } from './facts.ts'
import { foldRefund } from './fold-refund.ts'

const known = (processorReference?: string): KnownRefund => ({
  refundId: REFUND_ID,
  paymentId: PAYMENT_ID,
  amountMinor: 5_000,
  currency: 'BRL',
  references: { ...(processorReference !== undefined && { processorReference }) },
  state: {},
  payment: KNOWN,
})
const fact = (code: string, ok = true, changes: Partial<Fact> = {}): Fact => ({
  code,
  ok,
  psp: 'R1',
  orig: 'P1',
  ref: PAYMENT_ID,
  minor: 5_000,
  currency: 'BRL',
  ...changes,
})
const ours = { ref: REFUND_ID }

describe('a refund at Adyen', () => {
  it.each<[string, Fact[], string]>([
    ['nothing', [], 'pending'],
    ['facts of other refunds', [fact('REFUND', true, { psp: 'R9' })], 'pending'],
    ['an event of tomorrow', [fact('OF_TOMORROW')], 'pending'],
    ['its postponement', [fact('POSTPONED_REFUND')], 'pending'],
    ['its success', [fact('REFUND')], 'succeeded'],
    ['its success by its own reference', [fact('REFUND', true, ours)], 'succeeded'],
    ['its postponement, and its success', [fact('POSTPONED_REFUND'), fact('REFUND')], 'succeeded'],
    ['its refusal', [fact('REFUND', false)], 'failed'],
    ['its refusal, and its success', [fact('REFUND', false), fact('REFUND')], 'succeeded'],
    ['its failure without a success', [fact('REFUND_FAILED')], 'failed'],
    ['its success, and its failure', [fact('REFUND'), fact('REFUND_FAILED')], 'reversed'],
    ['a failure that is no success', [fact('REFUND'), fact('REFUND_FAILED', false)], 'reversed'],
    ['its success, and its return', [fact('REFUND'), fact('REFUNDED_REVERSED')], 'reversed'],
    [
      'one return by two events',
      [fact('REFUND'), fact('REFUND_FAILED'), fact('REFUNDED_REVERSED')],
      'reversed',
    ],
    [
      'its return, and another success',
      [fact('REFUND'), fact('REFUND_FAILED'), fact('REFUND', true, { ...ours, psp: 'R2' })],
      'succeeded',
    ],
  ])('that was requested is told by %s', (_, facts, status) => {
    expect(foldRefund(known('R1'), facts)).toMatchObject({ status })
  })

  it('whose request had no answer is not found: the same may be sent again', () => {
    expect(foldRefund(known(), [])).toEqual({ status: 'not_found' })
    expect(foldRefund(known(), [fact('REFUND')])).toEqual({ status: 'not_found' })
    expect(foldRefund(known(), [fact('POSTPONED_REFUND', true, ours)]).status).toBe('pending')
  })

  it('whose answer was lost is found by its reference, and gets its name', () => {
    expect(foldRefund(known(), [fact('REFUND', true, ours)])).toEqual({
      status: 'succeeded',
      references: { processorReference: 'R1' },
    })
    expect(foldRefund(known('R1'), [fact('REFUND', true, ours)])).toEqual({ status: 'succeeded' })
  })

  const facts = fc.array(
    fc.record({
      code: fc.constantFrom(
        'REFUND',
        'REFUND_FAILED',
        'REFUNDED_REVERSED',
        'POSTPONED_REFUND',
        'X',
      ),
      ok: fc.boolean(),
      psp: fc.constantFrom('R1', 'R2', 'R9'),
      orig: fc.constantFrom('', 'P1'),
      ref: fc.constantFrom(PAYMENT_ID, REFUND_ID, ''),
      minor: fc.constantFrom(5_000, null),
      currency: fc.constant('BRL'),
      said_at: fc.constantFrom('2026-12-01T12:03:11Z', '2026-12-02T12:03:11Z'),
      said_reason: fc.string(),
    }),
    { maxLength: 10 },
  )

  it('R-116, S-158: is the same in any order, however often each fact came, and whatever nobody signed', () => {
    fc.assert(
      fc.property(
        facts.chain((set) =>
          fc.tuple(
            fc.constant(set),
            fc.shuffledSubarray([...set, ...set], { minLength: set.length * 2 }),
          ),
        ),
        fc.constantFrom('R1', undefined),
        ([set, told], psp) => {
          const unsaid = factsAmong(told.map(withoutWords))
          const once = foldRefund(known(psp), set)
          expect(foldRefund(known(psp), told)).toEqual(once)
          expect(foldRefund(known(psp), unsaid)).toEqual(once)
        },
      ),
    )
  })
})
