import { z } from 'zod'

const DURATION =
  /^(?=[0-9])(?:([0-9]{1,5})d)?(?:([0-9]{1,6})h)?(?:([0-9]{1,7})m)?(?:([0-9]{1,8})s)?$/

/** How long, as people write it: days, hours, minutes and seconds in this order; what is none is left out. */
export const Duration = z
  .string()
  .regex(DURATION, 'must be a duration as in 2h, 3d, 90s or 1h30m')
  .meta({ examples: ['2h', '1h30m'] })

/** The length of a `Duration`. */
export function durationMs(duration: string): number {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(duration) ?? []
  const hoursInAll = Number(days) * 24 + Number(hours)
  return ((hoursInAll * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
