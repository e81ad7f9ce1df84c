import type { PaymentMethodRules } from '../method.ts'

/** Credit and debit cards, with a challenge (3-D Secure) when the issuer asks for one. */
export const card: PaymentMethodRules = {
  currencies: 'any',
  needs: [],
  actions: ['challenge'],
  expiresAs: 'authentication_abandoned',
  needsSealedCard: true,
  takesInstallments: true,
  // Card details are encrypted in the browser, which needs a script.
  hasPlainForm: false,
  paysLater: false,
  keepsSessionOpen: false,
  namesPayee: false,
  isOpenToCardTesting: true,
  isAuthorized: true,
  refundsTo: 'card',
}
