import type { CardBrand } from '#contract/payment.ts'

const USUAL: CardBrand[] = ['visa', 'mastercard', 'amex', 'diners', 'discover', 'jcb']
const OF_AMERICA: CardBrand[] = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb']

/** By merchant's country. */
const BRANDS: Readonly<Record<string, CardBrand[]>> = {
  BR: ['visa', 'mastercard', 'elo', 'amex', 'hipercard', 'diners'],
  CA: OF_AMERICA,
  CN: ['unionpay', 'visa', 'mastercard', 'jcb', 'amex', 'diners'],
  JP: ['visa', 'mastercard', 'jcb', 'amex', 'diners', 'unionpay'],
  US: OF_AMERICA,
}

/** The card brands that shoppers of a country know, the commonest first. */
export function familiarBrands(country: string): CardBrand[] {
  return BRANDS[country] ?? USUAL
}
