import type { CardBrand } from '../../../contract/payment.ts'

/** Brand names as their owners write them; not translated. */
export const BRAND_NAMES: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  elo: 'Elo',
  hipercard: 'Hipercard',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

const MARKS: Readonly<Record<CardBrand, string>> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  elo: 'ELO',
  hipercard: 'HIPER',
  diners: 'DC',
  discover: 'DISC',
  jcb: 'JCB',
  unionpay: 'UP',
}

/** An abbreviation of at most five characters, for a small tile. */
export function markOf(brand: CardBrand): string {
  return MARKS[brand]
}
