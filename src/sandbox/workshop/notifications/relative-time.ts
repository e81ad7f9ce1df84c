const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Below this the text is `now`. */
const NOW_MS = 2 * SECOND_MS

/** A time relative to now: `12 s ago`, `in 4 min`. */
export function relativeTime(at: Date, now: Date): string {
  const distanceMs = at.getTime() - now.getTime()
  const lengthMs = Math.abs(distanceMs)
  if (lengthMs < NOW_MS) return 'now'
  const length = lengthWords(lengthMs)
  return distanceMs < 0 ? `${length} ago` : `in ${length}`
}

/** A duration in its largest unit. */
export function lengthWords(lengthMs: number): string {
  if (lengthMs < MINUTE_MS) return `${Math.floor(lengthMs / SECOND_MS)} s`
  if (lengthMs < HOUR_MS) return `${Math.floor(lengthMs / MINUTE_MS)} min`
  if (lengthMs < 2 * DAY_MS) return `${Math.floor(lengthMs / HOUR_MS)} h`
  return `${Math.floor(lengthMs / DAY_MS)} days`
}
