const MINUTE_MS = 60_000

/** Counts one, and answers which it is in this minute: the first is 1. */
export function createMinuteCount(clock: () => Date): () => number {
  let minute = 0
  let count = 0
  return () => {
    const now = Math.floor(clock().getTime() / MINUTE_MS)
    if (now !== minute) [minute, count] = [now, 0]
    return (count += 1)
  }
}
