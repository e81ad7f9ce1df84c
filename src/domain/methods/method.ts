import type { PaymentAction } from '../../contract/checkout.ts'
import type { DeclineCode } from '../../contract/payment.ts'

/** What a payment may need to know of its customer, whatever the session collects. */
export type NeededField = 'name' | 'taxId'

/** All that the rest of the house may ask about a payment method. It asks these, and compares no names. */
export interface PaymentMethodRules {
  /** Codes of ISO 4217; `any` when it depends on no currency. */
  currencies: 'any' | readonly string[]
  needs: readonly NeededField[]
  /** What its shopper may be asked to do. */
  actions: readonly PaymentAction['type'][]
  /** Why a payment failed whose shopper let the time of that action run out. */
  expiresAs: DeclineCode
  /** Paid with card details, which the browser encrypts in the card's frame. */
  needsSealedCard: boolean
  takesInstallments: boolean
  /** Works without JavaScript, by a form that the browser sends. */
  hasPlainForm: boolean
  /** The shopper takes a code or slip elsewhere to pay it. Money may come after it expired or was given up. */
  paysLater: boolean
  /** A session does not expire while such a payment waits for its shopper. */
  keepsSessionOpen: boolean
  /** Stolen details can be tried out (card testing): its declines are counted, and too many are refused. */
  isOpenToCardTesting: boolean
  /** The processor authorizes the money before it captures it. */
  isAuthorized: boolean
}
