/** How far the time of a merchant is from the real one, and where it stands still, if it does. */
export interface ClockSetting {
  offsetMs: number
  frozenAt: Date | null
}

export const REAL_TIME: ClockSetting = { offsetMs: 0, frozenAt: null }

/** The time of a clock when it is `wallNow` in reality. */
export function timeOf({ offsetMs, frozenAt }: ClockSetting, wallNow: Date): Date {
  return frozenAt ?? new Date(wallNow.getTime() + offsetMs)
}

/** The same time, which does not pass any more. */
export function freeze(setting: ClockSetting, wallNow: Date): ClockSetting {
  return { offsetMs: 0, frozenAt: timeOf(setting, wallNow) }
}

/** A clock moved on to a time, standing still as before or running on from there. It never goes back. */
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
