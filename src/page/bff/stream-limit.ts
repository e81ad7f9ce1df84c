const STREAMS_MAX = 20_000
const STREAMS_PER_REFERENCE_MAX = 6

export interface StreamLimit {
  /** Takes a place; answers how to give it back, or `undefined` when all are taken. */
  take(reference: string): (() => void) | undefined
}

/** Bounds what open streams cost this process, and how many of them one session may hold. */
export function createStreamLimit(): StreamLimit {
  const counts = new Map<string, number>()
  let total = 0

  function add(reference: string, change: 1 | -1): void {
    const count = (counts.get(reference) ?? 0) + change
    if (count === 0) counts.delete(reference)
    else counts.set(reference, count)
    total += change
  }

  return {
    take(reference) {
      if (total >= STREAMS_MAX) return undefined
      if ((counts.get(reference) ?? 0) >= STREAMS_PER_REFERENCE_MAX) return undefined
      add(reference, 1)
      let given = false
      return () => {
        if (!given) add(reference, -1)
        given = true
      }
    },
  }
}
