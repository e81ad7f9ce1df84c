import { encodeBase62 } from '../domain/base62.ts'
import type { RandomBytes } from '../domain/id.ts'

const BYTES = 12
const LENGTH = 17

/** Names one request in its answer and in the logs. */
export function newRequestId(random: RandomBytes): string {
  return `req_${encodeBase62(random(BYTES), LENGTH)}`
}
