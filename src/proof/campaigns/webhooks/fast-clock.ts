/** A clock that runs faster than real time, and can leap ahead. */
export interface FastClock {
  now: () => Date
  /** Does nothing when `time` is in the past. */
  leapTo(time: Date): void
}

export function createFastClock(start: Date, speed: number): FastClock {
  const begunMs = performance.now()
  let leaptMs = 0
  const now = () => new Date(start.getTime() + (performance.now() - begunMs) * speed + leaptMs)
  return {
    now,
    leapTo(time) {
      leaptMs += Math.max(0, time.getTime() - now().getTime())
    },
  }
}
