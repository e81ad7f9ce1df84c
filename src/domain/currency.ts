/** ISO 4217 list one as of January 2026 (amendment 180), by decimals. Left out: metals, test codes, units of account. */
const CODES_OF_EXPONENT = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_OF_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  ),
)

/** Whether `code` is the ISO 4217 code, in capitals, of a currency or fund that exists today. */
export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code)
}

/**
 * The ISO 4217 exponent (number of decimals): 2 for BRL, 0 for JPY, 3 for KWD. Not taken from `Intl`, whose digits
 * differ from ISO 4217 for a dozen current currencies. Throws a RangeError for an unknown code.
 */
export function exponentOf(code: string): number {
  const exponent = EXPONENTS.get(code)
  if (exponent === undefined) throw new RangeError('not a current ISO 4217 code')
  return exponent
}

/** The currencies with this exponent. */
export function currenciesOf(exponent: number): string[] {
  return [...EXPONENTS].flatMap(([code, own]) => (own === exponent ? [code] : []))
}
