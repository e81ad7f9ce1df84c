import type { RandomBytes } from '#domain/id.ts'

const POOL_BYTES = 2048

/**
 * Draws random bytes in large chunks and returns each byte once: a system call per id costs more than the rest of it.
 * Returned bytes are wiped from the pool.
 */
export function pooledRandom(random: RandomBytes): RandomBytes {
  let pool = new Uint8Array()
  let used = 0

  return (length) => {
    if (length > POOL_BYTES) return random(length)
    if (used + length > pool.length) {
      pool = Uint8Array.from(random(POOL_BYTES))
      used = 0
    }
    const bytes = pool.slice(used, used + length)
    pool.fill(0, used, used + length)
    used += length
    return bytes
  }
}
