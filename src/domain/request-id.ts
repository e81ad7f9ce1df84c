import { encodeBase62 } from './base62.ts'
import type { RandomBytes } from './id.ts'

const BYTES = 12
const LENGTH = 17

/** A request id, for the response and the logs: `req_` and 96 random bits in 17 Base62 digits. */
export function newRequestId(random: RandomBytes): string {
  return `req_${encodeBase62(random(BYTES), LENGTH)}`
}
