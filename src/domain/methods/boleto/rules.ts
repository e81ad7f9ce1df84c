import type { PaymentMethodRules } from '../method.ts'

/** Boleto: a Brazilian bank slip. The shopper pays within days, and it settles days later. */
export const boleto: PaymentMethodRules = {
  currencies: ['BRL'],
  // A boleto must show both.
  needs: ['name', 'taxId'],
  actions: ['boleto'],
  expiresAs: 'boleto_expired',
  needsSealedCard: false,
  takesInstallments: false,
  hasPlainForm: true,
  paysLater: true,
  keepsSessionOpen: true,
  namesPayee: false,
  isOpenToCardTesting: false,
  isAuthorized: false,
  refundsTo: 'bank_account',
}
