/** Replay protection: whether a signature's timestamp lies within `toleranceSeconds` of `now`, both ends included. */
export function judgeAge(
  timestampSeconds: number,
  now: Date,
  toleranceSeconds: number,
): 'ok' | 'too_old' | 'too_new' {
  const ageSeconds = toSeconds(now) - timestampSeconds
  if (ageSeconds > toleranceSeconds) return 'too_old'
  return ageSeconds < -toleranceSeconds ? 'too_new' : 'ok'
}

/** Unix time in whole seconds. */
export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
