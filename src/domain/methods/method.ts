import type { PaymentAction } from '#contract/checkout.ts'
import type { DeclineCode } from '#contract/payment.ts'

/** A shopper's field that a method may require, whatever the session collects. */
export type NeededField = 'name' | 'taxId'

/** Capabilities of a payment method. Code outside this folder checks these instead of comparing method names. */
export interface PaymentMethodRules {
  /** ISO 4217 codes, or `any`. */
  currencies: 'any' | readonly string[]
  needs: readonly NeededField[]
  /** The actions that it may require of the shopper. */
  actions: readonly PaymentAction['type'][]
  /** The decline code of a payment whose required action timed out. */
  expiresAs: DeclineCode
  /** Needs card details, which the card frame encrypts in the browser. */
  needsSealedCard: boolean
  takesInstallments: boolean
  /** Works without JavaScript, through a native form. */
  hasPlainForm: boolean
  /** The shopper pays a code or slip elsewhere. Money may arrive after it expired or was abandoned. */
  paysLater: boolean
  /** The session does not expire while such a payment requires action. */
  keepsSessionOpen: boolean
  /** The payer's bank names who is paid, and the shopper is asked to compare. */
  namesPayee: boolean
  /** Open to card testing: its declines are rate-limited. */
  isOpenToCardTesting: boolean
  /** Authorized before it is captured. */
  isAuthorized: boolean
  /** Where a refund arrives: on the card, where the money came from, or, as a slip may be paid in cash, in a bank account. */
  refundsTo: 'card' | 'origin' | 'bank_account'
}
