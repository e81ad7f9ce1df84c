import { createHash } from 'node:crypto'
import type { RandomBytes } from '#domain/id.ts'

/** Deterministic bytes that never repeat within a run. */
export function seededBytes(seed: string): RandomBytes {
  let block = 0
  return (length) => {
    const bytes = Buffer.alloc(length)
    for (let offset = 0; offset < length;) {
      const digest = createHash('sha256').update(`${seed} ${block}`).digest()
      block += 1
      offset += digest.copy(bytes, offset)
    }
    return bytes
  }
}
