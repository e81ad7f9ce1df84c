import { PAYMENT_METHODS, type PaymentMethod } from '#contract/payment.ts'
import type { MethodDiscounts } from '#contract/session.ts'
import type { CaptureMethod } from '../hold.ts'
import { METHODS } from './methods.ts'

/** The largest amounts that methods can carry: a boleto's barcode has ten digits. Not among `METHODS`, which the page loads. */
const AMOUNT_MINOR_MAX: Partial<Record<PaymentMethod, number>> = { boleto: 9_999_999_999 }

/** Whether a payment method takes an ISO 4217 currency. */
export function takesCurrency(method: PaymentMethod, currency: string): boolean {
  const { currencies } = METHODS[method]
  return currencies === 'any' || currencies.includes(currency)
}

/** What a session asks for. The amount is absent while it is not known. */
export interface Asked {
  currency: string
  amountMinor: number | undefined
  /** Absent: automatic. */
  captureMethod?: CaptureMethod | undefined
  discounts?: MethodDiscounts
}

/** Whether a payment method can be captured as asked: some take the money at once. */
export function canBeHeld(method: PaymentMethod, { captureMethod }: Asked): boolean {
  return captureMethod !== 'manual' || METHODS[method].isAuthorized
}

/** Whether a payment method can carry an amount, which is at most the session's. */
export function takesAmount(method: PaymentMethod, { amountMinor = 0 }: Asked): boolean {
  return amountMinor <= (AMOUNT_MINOR_MAX[method] ?? Infinity)
}

/** Whether the operator has an account for new payments of a method. */
export type HasAccount = (method: PaymentMethod) => boolean

/**
 * The methods of a session that names none: those of its merchant in the merchant's order, else all, those with a discount first.
 * Only methods that have an account and take what the session asks.
 */
export function defaultMethods(
  asked: Asked,
  ofMerchant: readonly PaymentMethod[] | null = null,
  hasAccount: HasAccount = () => true,
): PaymentMethod[] {
  return (ofMerchant ?? discountedFirst(asked.discounts)).filter(
    (method) =>
      takesCurrency(method, asked.currency) &&
      takesAmount(method, asked) &&
      canBeHeld(method, asked) &&
      hasAccount(method),
  )
}

function discountedFirst(discounts: MethodDiscounts = {}): PaymentMethod[] {
  const rank = (method: PaymentMethod) => (discounts[method] === undefined ? 1 : 0)
  return PAYMENT_METHODS.toSorted((one, other) => rank(one) - rank(other))
}
