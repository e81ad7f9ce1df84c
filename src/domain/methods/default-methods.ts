import { PAYMENT_METHODS, type PaymentMethod } from '#contract/payment.ts'
import { METHODS } from './methods.ts'

/** Whether a payment method takes an ISO 4217 currency. */
export function takesCurrency(method: PaymentMethod, currency: string): boolean {
  const { currencies } = METHODS[method]
  return currencies === 'any' || currencies.includes(currency)
}

/** Whether the operator has an account for new payments of a method. */
export type HasAccount = (method: PaymentMethod) => boolean

/** The methods of a session that names none: those of its merchant, or all, that take its currency and have an account. */
export function defaultMethods(
  currency: string,
  ofMerchant: readonly PaymentMethod[] | null = null,
  hasAccount: HasAccount = () => true,
): PaymentMethod[] {
  return (ofMerchant ?? PAYMENT_METHODS).filter(
    (method) => takesCurrency(method, currency) && hasAccount(method),
  )
}
