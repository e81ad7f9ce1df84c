/** Countries whose addresses require a postal code. */
const REQUIRED = new Set(
  `AT AU BE BG BR CA CH CN CY CZ DE DK EE ES FI FR GB GF GG GP GR HR HU IL IM IN IT JE JP KR LI LT LU LV MC MQ MT MX
  MY NC NL NO NZ PF PH PL PR PT RE RO RU SE SG SI SK SM TR TW UA US VA VI YT ZA`.split(/\s+/),
)

export function isPostalCodeRequired(country: string | undefined): boolean {
  return REQUIRED.has(country ?? '')
}

/** The postal code's local name, the same in every language. */
const NAMES: Readonly<Record<string, string>> = { BR: 'CEP', US: 'ZIP code', IE: 'Eircode' }

export function postalCodeName(country: string | undefined): string | undefined {
  return NAMES[country ?? '']
}
