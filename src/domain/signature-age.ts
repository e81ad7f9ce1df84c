/** Whether the time that a signature names lies within `toleranceSeconds` of now; both ends count as within. */
export function judgeAge(
  timestampSeconds: number,
  now: Date,
  toleranceSeconds: number,
): 'ok' | 'too_old' | 'too_new' {
  const ageSeconds = toSeconds(now) - timestampSeconds
  if (ageSeconds > toleranceSeconds) return 'too_old'
  return ageSeconds < -toleranceSeconds ? 'too_new' : 'ok'
}

/** Whole seconds since 1970, as signatures count time. */
export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
