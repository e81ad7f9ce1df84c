/** A number from 0 to 1, exclusive. */
export type Random = () => number

const REFERENCE = 'BCDFGHJKLMNPQRSTVWXZ23456789'
const REFERENCE_LENGTH = 16
const RESULT = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const SPECIAL = '!+/%'
const SPECIAL_EVERY = 20

/** Adyen's reference of a payment or of a request: 16 characters, such as `QFQTPCQ8HXSKGK82`. */
export function pspReference(random: Random): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => one(random, REFERENCE)).join('')
}

/** Letters and digits, and here and there a character that must be escaped in a URL. */
export function redirectResult(random: Random, length: number): string {
  return Array.from({ length }, (_, index) =>
    index % SPECIAL_EVERY === 1
      ? SPECIAL.charAt(Math.floor(index / SPECIAL_EVERY) % SPECIAL.length)
      : one(random, RESULT),
  ).join('')
}

function one(random: Random, alphabet: string): string {
  return alphabet.charAt(Math.floor(random() * alphabet.length))
}
