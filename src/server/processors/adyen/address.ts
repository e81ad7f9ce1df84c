import type { Address } from '#contract/session.ts'

/** `BillingAddress` of CheckoutService-v72. */
export interface BillingAddress {
  street: string
  houseNumberOrName: string
  city: string
  postalCode: string
  country: string
  stateOrProvince?: string
}

/** Where the number of a house precedes its street. */
const NUMBER_FIRST = new Set(
  'AU BB BD BM CA CI FR GB GG GH HK IE IM IN JE JM KE LK LU MC MT MY NG NZ PH PK SG TH TT TZ UG US ZA'.split(
    ' ',
  ),
)
const WITH_STATES = ['US', 'CA']
const STATE_CODE = /^[A-Za-z]{2}$/
const STATE_LENGTH_MAX = 3
const POSTAL_CODE_LENGTH_MAX = 10
const US_POSTAL_CODE_LENGTH = 5
/** For a country without postal codes: the field is required, and nothing says what it holds then. */
const NO_POSTAL_CODE = '0'

/** `12B`, `1-3`, `10/A`. */
const NUMBER = /^\d{1,6}[A-Za-z]?(?:[/-]\d{1,6}[A-Za-z]?|[/-][A-Za-z])?$/
/** What follows a number as a word of its own. */
const SUFFIX = /^(?:[A-Za-z]|bis|ter|quater)$/i
/** After a comma also with what follows, such as a floor; without a number in Brazil: `s/n`. */
const BEGINS_WITH_NUMBER = /^(?:n[.ºo°]{0,2} ?)?\d|^s\/n/i
const NUMBER_SIGN = /^n[.ºo°]{1,2}$/i
const LETTER = /\p{L}/u

/** Undefined where a part that Adyen requires is not known. */
export function billingAddressOf(address: Address): BillingAddress | undefined {
  const { line1, line2, city, country, state = '', postalCode } = address
  const needsState = WITH_STATES.includes(country)
  const code = state.trim()
  if (needsState && !STATE_CODE.test(code)) return undefined
  const hasState = code !== '' && code.length <= STATE_LENGTH_MAX
  return {
    ...splitLine(line1.trim(), line2?.trim(), country),
    city,
    postalCode: postalCodeOf(postalCode, country),
    country,
    ...(hasState && { stateOrProvince: needsState ? code.toUpperCase() : code }),
  }
}

type Split = readonly [street: string, number: string]

function splitLine(line1: string, line2: string | undefined, country: string) {
  const words = line1.split(/\s+/)
  const isFirst = NUMBER_FIRST.has(country)
  const split =
    (isFirst ? undefined : (splitAtMark(words.join(' ')) ?? splitLast(words))) ?? splitFirst(words)
  const [street, houseNumberOrName] = split ?? [line2 === '' ? line1 : (line2 ?? line1), line1]
  return { street, houseNumberOrName }
}

function splitFirst([first = '', ...rest]: readonly string[]): Split | undefined {
  const hasSuffix = rest.length > 1 && SUFFIX.test(rest[0] ?? '')
  const number = first.replace(',', '') + (hasSuffix ? ` ${rest[0]}` : '')
  return splitOf(rest.slice(hasSuffix ? 1 : 0), NUMBER.test(first.replace(',', '')), number)
}

function splitLast(words: readonly string[]): Split | undefined {
  const length = SUFFIX.test(words.at(-1) ?? '') ? 2 : 1
  const number = words.slice(-length)
  const before = words.slice(0, -length)
  const street = NUMBER_SIGN.test(before.at(-1) ?? '') ? before.slice(0, -1) : before
  return splitOf(street, NUMBER.test(number[0] ?? ''), number.join(' '))
}

function splitAtMark(line: string): Split | undefined {
  const at = line.search(/[,#]/)
  const number = line.slice(at + 1).trim()
  return at < 0 ? undefined : splitOf([line.slice(0, at)], BEGINS_WITH_NUMBER.test(number), number)
}

function splitOf(street: readonly string[], isNumber: boolean, number: string): Split | undefined {
  const name = street.join(' ').replace(/,$/, '').trim()
  return isNumber && LETTER.test(name) ? [name, number] : undefined
}

function postalCodeOf(text = '', country: string): string {
  const code = text.trim()
  if (code === '') return NO_POSTAL_CODE
  if (country !== 'US') return code.slice(0, POSTAL_CODE_LENGTH_MAX)
  return code.replaceAll(/\D/g, '').slice(0, US_POSTAL_CODE_LENGTH) || NO_POSTAL_CODE
}
