import type { CardBrand } from '#contract/payment.ts'

interface BrandRule {
  /** IIN prefixes, or ranges of them. */
  ranges: string
  lengths: readonly number[]
  groups?: readonly number[]
  codeLength?: number
  /** `false` for UnionPay, which has issued numbers that fail the Luhn check. */
  luhn?: false
}

/** In order of precedence: Elo and Hipercard own ranges inside those of Visa, Diners and Discover. */
const RULES: Readonly<Record<CardBrand, BrandRule>> = {
  elo: {
    ranges: `401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297
636368-636369 650031-650033 650035-650051 650057-650081 650405-650439 650485-650538 650541-650598 650700-650718
650720-650727 650901-650978 651652-651704 655000-655019 655021-655058`,
    lengths: [16],
  },
  // Includes Hiper, which acquirers treat as the same brand.
  hipercard: {
    ranges: '384100 384140 384160 606282 637095 637568 637599 637609 637612',
    lengths: [16],
  },
  amex: { ranges: '34 37', lengths: [15], groups: [4, 6, 5], codeLength: 4 },
  diners: { ranges: '300-305 3095 36 38-39', lengths: [14, 16, 19], groups: [4, 6, 4] },
  jcb: { ranges: '3528-3589', lengths: [16, 17, 18, 19] },
  mastercard: { ranges: '51-55 2221-2720', lengths: [16] },
  unionpay: { ranges: '62 8110-8171', lengths: [16, 17, 18, 19], luhn: false },
  discover: { ranges: '6011 644-649 65', lengths: [16, 19] },
  visa: { ranges: '4', lengths: [16, 19] },
}
const BRANDS = Object.keys(RULES) as CardBrand[]
const GROUPS_OF_FOUR = [4, 4, 4, 4, 3] as const
const CODE_LENGTH = 3
const LENGTH_MIN = 14

/** The brand by the IIN (first digits); undefined when it is unknown or still ambiguous. */
export function brandOf(digits: string): CardBrand | undefined {
  return BRANDS.find((brand) =>
    RULES[brand].ranges.split(/\s+/).some((range) => within(digits, range)),
  )
}

/** The valid numbers of digits of a brand. */
export function lengthsOf(brand: CardBrand): readonly number[] {
  return RULES[brand].lengths
}

/** The number of digits of the security code (CVC). */
export function codeLengthOf(brand: CardBrand): number {
  return RULES[brand].codeLength ?? CODE_LENGTH
}

/** The lengths of the digit groups printed on the card. */
export function groupsOf(brand: CardBrand): readonly number[] {
  return RULES[brand].groups ?? GROUPS_OF_FOUR
}

/** The digits with spaces between the brand's groups; surplus digits join the last group. */
export function formatCardNumber(digits: string): string {
  const brand = brandOf(digits)
  const groups = brand === undefined ? GROUPS_OF_FOUR : groupsOf(brand)
  let start = 0
  const starts = groups.map((length) => (start += length) - length)
  return starts
    .map((start, index) => digits.slice(start, starts[index + 1]))
    .filter((group) => group !== '')
    .join(' ')
}

export type CardNumberVerdict = 'ok' | 'incomplete' | 'invalid' | 'unknown_brand'

/** Whether `digits` (without spaces) is a well-formed card number: IIN, length and Luhn check. */
export function validateCardNumber(digits: string): CardNumberVerdict {
  if (!/^\d*$/.test(digits)) return 'invalid'
  const brand = brandOf(digits)
  if (brand === undefined) return digits.length < LENGTH_MIN ? 'incomplete' : 'unknown_brand'
  const { lengths, luhn } = RULES[brand]
  if (lengths.includes(digits.length)) return luhn === false || luhnValid(digits) ? 'ok' : 'invalid'
  return digits.length < Math.max(...lengths) ? 'incomplete' : 'invalid'
}

/** The Luhn check (ISO/IEC 7812-1, annex B): detects every wrong digit and nearly every swap of neighbours. */
export function luhnValid(digits: string): boolean {
  const sum = Array.from(digits).reduceRight((sum, digit, index) => {
    const product = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1)
    return sum + (product > 9 ? product - 9 : product)
  }, 0)
  return digits !== '' && sum % 10 === 0
}

function within(digits: string, range: string): boolean {
  const [first = '', last = first] = range.split('-')
  const prefix = digits.slice(0, first.length)
  return prefix.length === first.length && prefix >= first && prefix <= last
}
