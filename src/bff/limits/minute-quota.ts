const MINUTE_MS = 60_000

/** Counts one, and says whether there have been more than `max` in this minute. */
export function createMinuteQuota(max: number, clock: () => Date): () => boolean {
  let minute = 0
  let taken = 0
  return () => {
    const now = Math.floor(clock().getTime() / MINUTE_MS)
    if (now !== minute) [minute, taken] = [now, 0]
    taken += 1
    return taken > max
  }
}
