/**
 * Lower bound, as a share of the maximum: with so few calls at work, concurrency is not the cause of
 * slowness.
 */
const LEFT_MIN = 1 / 8
const SHRINKS_BY = 0.05
const GROWS_BY = 1 / 8
/** A longer gap means that the process was stalled; it says nothing about throughput. */
const TICK_MAX_MS = 50

/** An adaptive concurrency limit: fewer permits while the process is slow. */
export interface AdaptiveLimit {
  permits(): number
  /** Call whenever a call begins or ends, with the number of permits in use. */
  observe(held: number): void
  /** Call when a call has ended, successfully or not. */
  ended(): void
  /** Additive increase. */
  grow(): void
  /** Multiplicative decrease. */
  shrink(): void
}

/**
 * While many permits are in use, the limit follows throughput: as many permits as calls ended within
 * `withinMs`, so that a new call also ends within that time (Little's law). In addition AIMD: database
 * starvation shrinks the limit, success grows it.
 */
export function createAdaptiveLimit({
  permitsMax,
  withinMs,
  nowMs,
}: {
  permitsMax: number
  withinMs: number
  /** Monotonic. */
  nowMs: () => number
}): AdaptiveLimit {
  const permitsMin = permitsMax * LEFT_MIN
  let permits = permitsMax
  let done = 0
  /** Advances only with calls: neither a stalled nor an idle process counts as slow. */
  let clockMs = 0
  let lookedMs = nowMs()
  /** Start of the throughput measurement; undefined while few permits are in use. */
  let busy: { sinceMs: number; doneBefore: number } | undefined

  return {
    permits: () => permits,
    observe(held) {
      const now = nowMs()
      clockMs += Math.min(now - lookedMs, TICK_MAX_MS)
      lookedMs = now
      if (held <= permitsMin) {
        busy = undefined
        return
      }
      busy ??= { sinceMs: clockMs, doneBefore: done }
      if (clockMs - busy.sinceMs < withinMs) return
      const doneInTime = done - busy.doneBefore
      if (doneInTime < held) permits = Math.max(permitsMin, Math.min(permits, doneInTime))
      busy = undefined
    },
    ended: () => void (done += 1),
    grow: () => void (permits = Math.min(permitsMax, permits + GROWS_BY)),
    shrink: () => void (permits = Math.max(permitsMin, permits * (1 - SHRINKS_BY))),
  }
}
