/** Letters and digits that nobody confuses on the phone: Crockford's Base32. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** A new order number of 60 random bits: also the idempotency key of its session, so it must never come twice. */
export function newOrderId(random: (length: number) => Uint8Array): string {
  const digits = Array.from(random(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
  return `V-${digits.join('')}`
}
