import { asciiDigits } from '../ascii-digits.ts'
import type { RandomBytes } from '../id.ts'

/** Crockford's Base32: without letters that are taken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_BYTES = 15
const BITS_PER_DIGIT = 5
const DIGITS = (CODE_BYTES * 8) / BITS_PER_DIGIT
const CODE = /^[0-9A-HJKMNP-TV-Z]{24}$/
const GROUP = /.{4}(?=.)/g

/** A recovery code: 120 random bits in 24 digits, in groups of four. */
export function newRecoveryCode(random: RandomBytes): string {
  const bits = [...random(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const digits = Array.from({ length: DIGITS }, (_, index) =>
    ALPHABET.charAt(
      Number.parseInt(bits.slice(index * BITS_PER_DIGIT, (index + 1) * BITS_PER_DIGIT), 2),
    ),
  )
  return digits.join('').replace(GROUP, '$&-')
}

/**
 * The digits of a recovery code as typed: in any case and grouping, O for 0, I and L for 1. Undefined when the text is not a
 * recovery code.
 */
export function recoveryCodeDigits(text: string): string | undefined {
  const digits = asciiDigits(text)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return CODE.test(digits) ? digits : undefined
}
