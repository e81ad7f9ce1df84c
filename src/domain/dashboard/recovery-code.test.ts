import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { newRecoveryCode, recoveryCodeDigits } from './recovery-code.ts'

const bytes = fc.uint8Array({ minLength: 15, maxLength: 15 })

it('is six groups of four, and read as it is typed', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const code = newRecoveryCode(() => random)
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
      const digits = code.replaceAll('-', '')
      const typed = code
        .toLowerCase()
        .replaceAll('-', ' ')
        .replaceAll('0', 'o')
        .replaceAll('1', 'l')
      expect(recoveryCodeDigits(code)).toBe(digits)
      expect(recoveryCodeDigits(` ${typed} `)).toBe(digits)
    }),
  )
})

it('keeps all 120 bits', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const same = newRecoveryCode(() => one) === newRecoveryCode(() => other)
      expect(same).toBe(Buffer.compare(one, other) === 0)
    }),
  )
})

it('is no other text', () => {
  const others = [
    '0123-4567-89ab-cdef',
    '0000-0000-0000-0000-0000-000',
    '0000-0000-0000-0000-0000-00000',
  ]
  for (const text of ['', ...others, 'UUUU-UUUU-UUUU-UUUU-UUUU-UUUU', '½'])
    expect(recoveryCodeDigits(text)).toBeUndefined()
})
