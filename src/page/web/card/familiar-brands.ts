import type { CardBrand } from '../../../contract/payment.ts'

/** The card brands to show per country. */
export function familiarBrands(country: string): readonly CardBrand[] {
  return country === 'BR' ? ['visa', 'mastercard', 'elo'] : ['visa', 'mastercard', 'amex']
}
