/** A counting semaphore: a concurrency limit in total and per key. */
export interface Semaphore {
  /** Undefined when no permit is left. */
  acquire(key?: string): Release | undefined
  /** How many permits are held now. */
  held(): number
}

/** Releases the permit. Idempotent. */
export type Release = () => void

export function createSemaphore({
  permitsMax = Infinity,
  permitsPerKeyMax = Infinity,
}: {
  permitsMax?: number
  permitsPerKeyMax?: number
} = {}): Semaphore {
  const heldByKey = new Map<string, number>()
  let held = 0

  function change(key: string, by: 1 | -1): void {
    const count = (heldByKey.get(key) ?? 0) + by
    if (count === 0) heldByKey.delete(key)
    else heldByKey.set(key, count)
    held += by
  }

  return {
    acquire(key = '') {
      if (held >= permitsMax || (heldByKey.get(key) ?? 0) >= permitsPerKeyMax) return undefined
      change(key, 1)
      let isHeld = true
      return () => {
        if (isHeld) change(key, -1)
        isHeld = false
      }
    },
    held: () => held,
  }
}
