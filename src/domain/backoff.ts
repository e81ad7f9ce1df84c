const DOUBLINGS_MAX = 10

/** Exponential backoff: `firstMs`, doubled `times` times (none if negative), at most `maxMs`. In milliseconds. */
export function doubledMs(firstMs: number, times: number, maxMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(Math.max(times, 0), DOUBLINGS_MAX), maxMs)
}
