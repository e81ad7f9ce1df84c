import type { PaymentMethodRules } from '../method.ts'

/** Pix: a code that the shopper pays in the app of a Brazilian bank, within minutes. */
export const pix: PaymentMethodRules = {
  currencies: ['BRL'],
  needs: [],
  actions: ['pix'],
  expiresAs: 'pix_expired',
  needsSealedCard: false,
  takesInstallments: false,
  hasPlainForm: true,
  paysLater: true,
  keepsSessionOpen: false,
  isOpenToCardTesting: false,
  isAuthorized: false,
}
