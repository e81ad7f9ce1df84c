import type { PaymentMethodRules } from '../method.ts'

/** Boleto: a Brazilian bank slip that is paid within days, and settles days after it was paid. */
export const boleto: PaymentMethodRules = {
  currencies: ['BRL'],
  // The slip must bear them.
  needs: ['name', 'taxId'],
  actions: ['boleto'],
  expiresAs: 'boleto_expired',
  needsSealedCard: false,
  takesInstallments: false,
  hasPlainForm: true,
  paysLater: true,
  keepsSessionOpen: true,
  isOpenToCardTesting: false,
  isAuthorized: false,
}
