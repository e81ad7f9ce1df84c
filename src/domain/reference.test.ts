import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Reference } from '#contract/ids.ts'
import { formatReference, REFERENCE_BYTES, referencePattern } from './reference.ts'

const bytes24 = fc.uint8Array({ minLength: REFERENCE_BYTES, maxLength: REFERENCE_BYTES })

describe('formatReference', () => {
  it('has the form of the contract', () => {
    fc.assert(
      fc.property(bytes24, (bytes) => {
        const reference = formatReference(bytes)
        expect(reference).toMatch(referencePattern)
        expect(Reference.safeParse(reference).success).toBe(true)
      }),
    )
  })

  it('keeps every bit', () => {
    fc.assert(
      fc.property(bytes24, fc.nat(REFERENCE_BYTES * 8 - 1), (bytes, bit) => {
        const flipped = bytes.map((byte, index) =>
          index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
        )
        expect(formatReference(flipped)).not.toBe(formatReference(bytes))
      }),
    )
  })

  it.each([0, 16, 23, 25, 32])('refuses %i bytes', (length) => {
    expect(() => formatReference(new Uint8Array(length))).toThrow(RangeError)
  })
})
