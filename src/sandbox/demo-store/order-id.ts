/** Crockford's Base32, which has no letters that are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/**
 * A new order number of 60 random bits. It is the idempotency key of the order's first session, so it must be unique.
 */
export function newOrderId(random: (length: number) => Uint8Array): string {
  const digits = Array.from(random(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
  return `V-${digits.join('')}`
}
