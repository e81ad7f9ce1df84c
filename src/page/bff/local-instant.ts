import type { PageLocalInstant } from '#contract/page.ts'
import {
  type formatLocalInstant,
  isLikelyLocal,
  offsetMinutesOf,
  timeZoneOf,
} from '#domain/format-date.ts'

/** A time without its zone, for browsers with the zone of the merchant's country. */
export function localOf(
  at: string,
  locale: string,
  country: string,
  format: typeof formatLocalInstant,
): PageLocalInstant {
  const timeZone = timeZoneOf(country)
  return {
    text: format(at, locale, timeZone),
    at,
    offsetMinutes: offsetMinutesOf(at, timeZone),
    isLikely: isLikelyLocal(locale, country),
  }
}
