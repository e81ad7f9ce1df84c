import { z } from 'zod'

const DURATION =
  /^(?=[0-9])(?:([0-9]{1,5})d)?(?:([0-9]{1,6})h)?(?:([0-9]{1,7})m)?(?:([0-9]{1,8})s)?$/

/** How long, as people write it: days, hours, minutes and seconds in this order; what is none is left out. */
export const Duration = z
  .string()
  .regex(DURATION, 'must be a duration as in 2h, 3d, 90s or 1h30m')
  .meta({ examples: ['2h', '1h30m'] })

/** Reads `90s`, `24h`, `1h30m` or `0` as seconds; undefined when it is no duration. */
export function parseDurationSeconds(text: string): number | undefined {
  if (text === '0') return 0
  const parts = DURATION.exec(text)
  if (parts === null) return undefined
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const hoursInAll = Number(days) * 24 + Number(hours)
  return (hoursInAll * 60 + Number(minutes)) * 60 + Number(seconds)
}

/** The length of a `Duration`. */
export function durationMs(duration: string): number {
  return (parseDurationSeconds(duration) ?? 0) * 1000
}
