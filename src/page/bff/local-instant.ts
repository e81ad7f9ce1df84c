import type { Checkout } from '#contract/checkout.ts'
import type { PageLocalInstant } from '#contract/page.ts'
import {
  type formatLocalInstant,
  isLikelyLocal,
  offsetMinutesOf,
  timeZoneOfMerchant,
} from '#domain/format-date.ts'

/** A time without its zone, for browsers with the zone of the merchant. */
export function localOf(
  at: string,
  locale: string,
  merchant: Checkout['merchant'],
  format: typeof formatLocalInstant,
): PageLocalInstant {
  const timeZone = timeZoneOfMerchant(merchant)
  return {
    text: format(at, locale, timeZone),
    at,
    offsetMinutes: offsetMinutesOf(at, timeZone),
    isLikely: isLikelyLocal(locale, merchant),
  }
}
