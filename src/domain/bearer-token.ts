import { encodeBase62 } from './base62.ts'
import type { RandomBytes } from './id.ts'

const TOKEN_BYTES = 32
const TOKEN_LENGTH = 43

/** A bearer token: 256 random bits in 43 Base62 digits. */
export function newBearerToken(random: RandomBytes): string {
  return encodeBase62(random(TOKEN_BYTES), TOKEN_LENGTH)
}
