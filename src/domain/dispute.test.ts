import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DISPUTE_STATES,
  DISPUTE_STEPS,
  type DisputeState,
  type DisputeStepKind,
} from '#contract/dispute-states.ts'
import { disputeEvents, standingOf, STEPS } from './dispute.ts'

const steps = fc.array(fc.constantFrom(...DISPUTE_STEPS), { minLength: 1, maxLength: 12 })

/** Applies steps one at a time, as they arrive; resolves to what stands at the end, and to what was published on the way. */
function arrive(kinds: readonly DisputeStepKind[]) {
  const known = new Set<DisputeStepKind>()
  const published: string[] = []
  for (const kind of kinds) {
    const before = standingOf(known)
    known.add(kind)
    const after = standingOf(known)
    if (after === undefined) throw new Error('a step gives a standing')
    const seen = before && { ...before, respondBy: null }
    published.push(...disputeEvents(seen, { ...after, respondBy: null }))
  }
  return { standing: standingOf(known), published }
}

describe('R-95: a dispute is a set of steps', () => {
  it('has the same status for every order and repetition of its steps', () => {
    const shuffled = steps.chain((kinds) =>
      fc.tuple(
        fc.constant(kinds),
        fc.shuffledSubarray(kinds, { minLength: kinds.length }),
        fc.array(fc.constantFrom(...kinds)),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([kinds, others, repeated]) => {
        expect(arrive([...others, ...repeated]).standing).toEqual(arrive(kinds).standing)
      }),
    )
  })

  it('never goes back, and opens once', () => {
    fc.assert(
      fc.property(steps, (kinds) => {
        const ranks = kinds.map((_, at) => standingOf(kinds.slice(0, at + 1))?.rank ?? 0)
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
        const { published } = arrive(kinds)
        expect(published.indexOf('dispute.opened')).toBe(0)
        expect(published.lastIndexOf('dispute.opened')).toBe(0)
      }),
    )
  })

  it('publishes nothing of a step that is known', () => {
    fc.assert(
      fc.property(steps, (kinds) => {
        expect(arrive([...kinds, ...kinds]).published).toEqual(arrive(kinds).published)
      }),
    )
  })

  it('has a status of its own for each rank', () => {
    const byRank = Map.groupBy(Object.values(STEPS), ({ rank }) => rank)
    for (const standings of byRank.values())
      expect(new Set(standings.map(({ stage, status }) => `${stage} ${status}`)).size).toBe(1)
  })

  it.each<[DisputeState | 'none', Record<DisputeState, string[]>]>([
    [
      'none',
      {
        needs_response: ['dispute.opened'],
        under_review: ['dispute.opened'],
        won: ['dispute.opened', 'dispute.won'],
        lost: ['dispute.opened', 'dispute.lost'],
      },
    ],
    [
      'needs_response',
      {
        needs_response: [],
        under_review: ['dispute.updated'],
        won: ['dispute.won'],
        lost: ['dispute.lost'],
      },
    ],
    [
      'under_review',
      {
        needs_response: ['dispute.updated'],
        under_review: [],
        won: ['dispute.won'],
        lost: ['dispute.lost'],
      },
    ],
    [
      'won',
      {
        needs_response: ['dispute.updated'],
        under_review: ['dispute.updated'],
        won: [],
        lost: ['dispute.lost'],
      },
    ],
    [
      'lost',
      {
        needs_response: ['dispute.updated'],
        under_review: ['dispute.updated'],
        won: ['dispute.won'],
        lost: [],
      },
    ],
  ])('publishes from %s what the matrix says', (from, expected) => {
    const seen = (status: DisputeState) =>
      ({ status, stage: 'chargeback', respondBy: null }) as const
    const published = DISPUTE_STATES.map((to) => [
      to,
      disputeEvents(from === 'none' ? undefined : seen(from), seen(to)),
    ])
    expect(Object.fromEntries(published)).toEqual(expected)
  })

  it('publishes an update where stage or deadline changed', () => {
    const before = {
      status: 'needs_response',
      stage: 'inquiry',
      respondBy: new Date(1_000),
    } as const
    expect(disputeEvents(before, { ...before })).toEqual([])
    expect(disputeEvents(before, { ...before, respondBy: new Date(2_000) })).toEqual([
      'dispute.updated',
    ])
    expect(disputeEvents(before, { ...before, stage: 'chargeback' })).toEqual(['dispute.updated'])
  })
})
