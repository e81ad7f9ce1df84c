import { z } from 'zod'

const DURATION =
  /^(?=[0-9])(?:([0-9]{1,5})d)?(?:([0-9]{1,6})h)?(?:([0-9]{1,7})m)?(?:([0-9]{1,8})s)?$/

/** A duration as `1d2h30m10s`: days, hours, minutes, seconds in this order, zero parts omitted. */
export const Duration = z
  .string()
  .regex(DURATION, 'must be a duration as in 2h, 3d, 90s or 1h30m')
  .meta({ examples: ['2h', '1h30m'] })

/** Parses `90s`, `24h`, `1h30m` or `0` into seconds; undefined when it is no duration. */
export function parseDurationSeconds(text: string): number | undefined {
  if (text === '0') return 0
  const parts = DURATION.exec(text)
  if (parts === null) return undefined
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const hoursInAll = Number(days) * 24 + Number(hours)
  return (hoursInAll * 60 + Number(minutes)) * 60 + Number(seconds)
}

/** Milliseconds of a valid `Duration`. */
export function durationMs(duration: string): number {
  return (parseDurationSeconds(duration) ?? 0) * 1000
}
