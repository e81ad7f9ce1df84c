import type { IdPrefix } from '#contract/id-prefixes.ts'
import { BASE62, encodeBase62 } from './base62.ts'

/** Returns `length` cryptographically random bytes. */
export type RandomBytes = (length: number) => Uint8Array

const TIME_BYTES = 6
const RANDOM_BYTES = 10
const BODY_LENGTH = 22

/**
 * A new id: `<prefix>_` and the 128 bits of a ULID (48 of milliseconds, 80 random) in 22 Base62 digits. Ids of one
 * prefix sort by creation time.
 */
export function newId(prefix: IdPrefix, now: Date, random: RandomBytes): string {
  const bytes = new Uint8Array(TIME_BYTES + RANDOM_BYTES)
  let milliseconds = now.getTime()
  for (let index = TIME_BYTES - 1; index >= 0; index--) {
    bytes[index] = milliseconds % 256
    milliseconds = Math.floor(milliseconds / 256)
  }
  bytes.set(random(RANDOM_BYTES), TIME_BYTES)
  return `${prefix}_${encodeBase62(bytes, BODY_LENGTH)}`
}

/** The least id that could be made at this time; before 1970, the least of all. */
export function firstIdAt(prefix: IdPrefix, at: Date): string {
  return newId(prefix, new Date(Math.max(0, at.getTime())), (length) => new Uint8Array(length))
}

/** When an id was made, in Unix milliseconds. */
export function idTime(id: string): number {
  let value = 0n
  for (const digit of id.slice(id.indexOf('_') + 1))
    value = value * BigInt(BASE62.length) + BigInt(BASE62.indexOf(digit))
  return Number(value >> BigInt(8 * RANDOM_BYTES))
}

/** Sorts before and after every id. */
export const FIRST_ID = ''
export const LAST_ID = '~'

/** Matches exactly the ids of one prefix. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-9A-Za-z]{${BODY_LENGTH}}$`)
}
