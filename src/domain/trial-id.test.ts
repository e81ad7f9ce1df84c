import { assert, constantFrom, integer, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTrialId, newTrialId } from './trial-id.ts'
import { idPattern, newId } from './id.ts'

const LAST_MOMENT_MS = 2 ** 48 - 1
const bytes = (fill: number) => (length: number) => new Uint8Array(length).fill(fill)

describe('ids of account trials', () => {
  it.each(['pay', 're'] as const)('are ids of a %s, each another', (prefix) => {
    assert(
      property(uint8Array({ minLength: 11, maxLength: 11 }), (random) => {
        const id = newTrialId(prefix, () => random)
        expect(id).toMatch(idPattern(prefix))
        expect(isTrialId(id)).toBe(true)
      }),
    )
    expect(newTrialId(prefix, bytes(255))).not.toBe(newTrialId(prefix, bytes(254)))
  })

  it('are never those of a payment or refund of a session, at any time', () => {
    assert(
      property(
        constantFrom('pay' as const, 're' as const),
        integer({ min: 0, max: LAST_MOMENT_MS }),
        uint8Array({ minLength: 10, maxLength: 10 }),
        (prefix, at, random) => {
          expect(isTrialId(newId(prefix, new Date(at), () => random))).toBe(false)
        },
      ),
    )
    expect(newId('pay', new Date(8.64e15), bytes(255)) < 'pay_8').toBe(true)
    expect(newId('pay', new Date(LAST_MOMENT_MS), bytes(255))).toMatch(/^pay_7/)
  })
})
