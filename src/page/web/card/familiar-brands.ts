import type { CardBrand } from '../../../contract/payment.ts'

/** The brands that shoppers of a country look for. */
export function familiarBrands(country: string): readonly CardBrand[] {
  return country === 'BR' ? ['visa', 'mastercard', 'elo'] : ['visa', 'mastercard', 'amex']
}
