import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ID_PREFIXES } from '#contract/id-prefixes.ts'
import { SessionId } from '#contract/ids.ts'
import { firstIdAt, idPattern, newId } from './id.ts'

const prefix = fc.constantFrom(...ID_PREFIXES)
const time = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

describe('newId', () => {
  it('is the number of a ULID in Base62', () => {
    const now = new Date('2026-11-20T12:00:00.000Z')
    expect(newId('cs', now, (length) => new Uint8Array(length))).toBe('cs_0350qmKLMuJ9K1lrKhvHIu')
    expect(newId('pay', new Date(0), (length) => new Uint8Array(length).fill(1))).toBe(
      'pay_0000000001T6ccC3rlmHPV',
    )
  })

  it('asks for 80 random bits and keeps them all', () => {
    fc.assert(
      fc.property(time, tenBytes, tenBytes, (now, one, other) => {
        const ids = [one, other].map((bytes) =>
          newId('evt', now, (length) => {
            expect(length).toBe(10)
            return bytes
          }),
        )
        expect(ids[0] === ids[1]).toBe(Buffer.compare(one, other) === 0)
      }),
    )
  })

  it('matches the pattern of its prefix only', () => {
    fc.assert(
      fc.property(prefix, prefix, time, tenBytes, (made, asked, now, bytes) => {
        const id = newId(made, now, () => bytes)
        expect(idPattern(asked).test(id)).toBe(made === asked)
        expect(SessionId.safeParse(id).success).toBe(made === 'cs')
      }),
    )
  })

  it('sorts by time for any random bits', () => {
    fc.assert(
      fc.property(time, time, tenBytes, tenBytes, (one, other, left, right) => {
        fc.pre(one.getTime() < other.getTime())
        expect(newId('cs', one, () => left) < newId('cs', other, () => right)).toBe(true)
      }),
    )
  })
})

describe('idPattern', () => {
  it.each([
    'cs_',
    'cs_0',
    `cs_${'0'.repeat(21)}`,
    `cs_${'0'.repeat(23)}`,
    `cs_${'0'.repeat(22)}\n`,
    `xcs_${'0'.repeat(22)}`,
  ])('refuses %j', (text) => {
    expect(idPattern('cs').test(text)).toBe(false)
  })
})

describe('firstIdAt', () => {
  it('is above every id of an earlier millisecond, and not above any of its own', () => {
    fc.assert(
      fc.property(prefix, time, tenBytes, (kind, at, bytes) => {
        const own = newId(kind, at, () => bytes)
        const next = new Date(at.getTime() + 1)
        expect(firstIdAt(kind, at) <= own).toBe(true)
        expect(own < firstIdAt(kind, next)).toBe(true)
      }),
    )
  })

  it('is the least id of all for a time before 1970', () => {
    expect(firstIdAt('cs', new Date('1969-12-31'))).toBe(firstIdAt('cs', new Date(0)))
  })
})
