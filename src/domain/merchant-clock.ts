/** A merchant's test clock: its offset from real time in milliseconds, and the instant at which it is frozen, if any. */
export interface ClockSetting {
  offsetMs: number
  frozenAt: Date | null
}

export const REAL_TIME: ClockSetting = { offsetMs: 0, frozenAt: null }

/** The test clock's time at the real time `wallNow`. */
export function timeOf({ offsetMs, frozenAt }: ClockSetting, wallNow: Date): Date {
  return frozenAt ?? new Date(wallNow.getTime() + offsetMs)
}

/** Stops the test clock at its present time. */
export function freeze(setting: ClockSetting, wallNow: Date): ClockSetting {
  return { offsetMs: 0, frozenAt: timeOf(setting, wallNow) }
}

/** Advances the test clock to a time; a frozen clock stays frozen. It never goes back. */
export function moveOn(setting: ClockSetting, to: Date, wallNow: Date): ClockSetting {
  const time = timeOf(setting, wallNow)
  if (to <= time) return setting
  return setting.frozenAt === null
    ? { offsetMs: to.getTime() - wallNow.getTime(), frozenAt: null }
    : { offsetMs: 0, frozenAt: to }
}

export function isRealTime({ offsetMs, frozenAt }: ClockSetting): boolean {
  return offsetMs === 0 && frozenAt === null
}

export function isSameSetting(one: ClockSetting, other: ClockSetting): boolean {
  return one.offsetMs === other.offsetMs && one.frozenAt?.getTime() === other.frozenAt?.getTime()
}
