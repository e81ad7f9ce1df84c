import type { PaymentMethodRules } from '../method.ts'

/** Pix: instant payment. The shopper pays a code in a Brazilian banking app within minutes. */
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
  namesPayee: true,
  isOpenToCardTesting: false,
  isAuthorized: false,
  refundsTo: 'origin',
}
