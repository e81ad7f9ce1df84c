/** A clock that runs faster than real time, and can leap ahead. */
export interface FlyingClock {
  now: () => Date
  /** Never back. */
  leapTo(time: Date): void
}

export function createFlyingClock(start: Date, speed: number): FlyingClock {
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
