import type { PaymentAction } from '../../contract/checkout.ts'
import type { PaymentMethod } from '../../contract/payment.ts'
import { boleto } from './boleto/rules.ts'
import { card } from './card/rules.ts'
import type { PaymentMethodRules } from './method.ts'
import { pix } from './pix/rules.ts'

/** The rules of every payment method. */
export const METHODS: Readonly<Record<PaymentMethod, PaymentMethodRules>> = { card, pix, boleto }

const NAMES = Object.keys(METHODS) as PaymentMethod[]

/** The methods of which that is true, in the order of the table. */
export function methodsThat(fits: (rules: PaymentMethodRules) => boolean): PaymentMethod[] {
  return NAMES.filter((method) => fits(METHODS[method]))
}

/** The first of a session's methods. The contract refuses a session without any. */
export function firstMethod([first = 'card']: readonly PaymentMethod[]): PaymentMethod {
  return first
}

/** Whether a session can be paid by card, so that its page needs the key to encrypt to. */
export function takesCards(methods: readonly PaymentMethod[]): boolean {
  return methods.some((method) => METHODS[method].needsSealedCard)
}

/** The method that asks its shopper to do that. */
export function methodOfAction(action: PaymentAction['type']): PaymentMethod {
  return firstMethod(methodsThat(({ actions }) => actions.includes(action)))
}
