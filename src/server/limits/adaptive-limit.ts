/** Of the permits, however slow all is: with so few at work, too many are not the reason. */
const LEFT_MIN = 1 / 8
const SHRINKS_BY = 0.05
const GROWS_BY = 1 / 8
/** A process that stands still for longer than that does not know how fast it is. */
const TICK_MAX_MS = 50

/** How many calls may be at work at once: fewer permits while the process is slow, all of them while it is not. */
export interface AdaptiveLimit {
  permits(): number
  /** Called whenever a call begins or ends, with how many hold a permit. */
  observe(held: number): void
  /** A call is over, however it ended. */
  ended(): void
  /** Additive increase. */
  grow(): void
  /** Multiplicative decrease. */
  shrink(): void
}

/**
 * While many permits are held, there become as many as calls ended within `withinMs`: who comes in then is done in that
 * time (Little's law). Beside that, AIMD: each call that starves makes fewer of them, each that succeeds a little more.
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
  /** Passes only while calls come and go: neither a pause of the process nor an idle one makes it slow. */
  let clockMs = 0
  let lookedMs = nowMs()
  /** Since when many permits are held without a pause, or since the throughput was last measured. */
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
