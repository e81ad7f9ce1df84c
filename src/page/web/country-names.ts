import { COUNTRY_CODES } from '#contract/country-codes.ts'

/** Country codes with localized names, sorted by name. Server only: browsers' names differ, which breaks hydration. */
export function countryNames(locale: string): [code: string, name: string][] {
  const { compare } = new Intl.Collator(locale)
  return namesOf(COUNTRY_CODES, locale).toSorted(([, one], [, other]) => compare(one, other))
}

export function namesOf(codes: readonly string[], locale: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return codes.map((code) => [code, names.of(code) ?? code])
}
