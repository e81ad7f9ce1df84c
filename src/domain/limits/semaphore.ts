/** Bounds how many do something at the same time: in all, and for each key. */
export interface Semaphore {
  /** Undefined when there is no permit left. */
  acquire(key?: string): Release | undefined
  /** How many permits are out. */
  held(): number
}

/** Gives a permit back. Called again it does nothing. */
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
