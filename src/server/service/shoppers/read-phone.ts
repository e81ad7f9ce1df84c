import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { asciiDigits } from '#domain/ascii-digits.ts'
import { brazilianNumber, isOnlyNumber } from '#domain/brazilian-phone.ts'

const E164 = /^\+[1-9]\d{6,14}$/
/** Invisible signs that are copied along with a number, as from a list of contacts. */
const INVISIBLE = /\p{Cf}/gu

/**
 * A phone number in E.164, as people of any country write it: "+44 (0)20 7946 0958" is +442079460958. Without + or 00 it is
 * one that is dialled in `country`. Undefined for what is no number, and for one with an extension, which E.164 cannot hold.
 */
export function readPhone(text: string, country: string): string | undefined {
  const typed = asciiDigits(text.replaceAll(INVISIBLE, '')).trim().replace(/^＋/, '+')
  const international = typed.replace(/^00\s*/, '+')
  if (international.startsWith('+'))
    // Some countries dial more than 00, which the library knows.
    return parse(international) ?? parse(typed, country) ?? asWritten(international)
  return country === 'BR' ? brazilianNumber(typed) : parse(typed, country)
}

/** A number that the library does not know is taken as it stands: countries open new ranges. */
function asWritten(typed: string): string | undefined {
  const digits = `+${typed.replaceAll(/\D/g, '')}`
  const isWhole = isOnlyNumber(typed) && !/\(\s*0/.test(typed)
  return isWhole && E164.test(digits) ? digits : undefined
}

function parse(typed: string, country?: string): string | undefined {
  const defaultCountry = country !== undefined && isSupportedCountry(country) ? country : undefined
  const read = parsePhoneNumberFromString(typed, {
    ...(defaultCountry && { defaultCountry }),
    extract: false,
  })
  return read?.ext === undefined && read?.isValid() && E164.test(read.number)
    ? read.number
    : undefined
}
