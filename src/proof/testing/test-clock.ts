export interface TestClock {
  /** A millisecond later at each reading, so that ids sort by creation. */
  now(): Date
  /** Advances the clock; negative values set it back. */
  advance(durationMs: number): void
}

export function createTestClock(start: Date): TestClock {
  let ms = start.getTime()
  return {
    now() {
      ms += 1
      return new Date(ms)
    },
    advance(durationMs) {
      ms += durationMs
    },
  }
}
