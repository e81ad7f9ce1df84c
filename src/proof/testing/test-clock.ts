export interface TestClock {
  /** A millisecond later with each reading: what was made later also has the later id. */
  now(): Date
  /** Moves on. Back, for what must survive that. */
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
