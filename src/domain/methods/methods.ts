import type { PaymentAction } from '#contract/checkout.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { boleto } from './boleto/rules.ts'
import { card } from './card/rules.ts'
import type { PaymentMethodRules } from './method.ts'
import { pix } from './pix/rules.ts'

/** The rules of every payment method. */
export const METHODS: Readonly<Record<PaymentMethod, PaymentMethodRules>> = { card, pix, boleto }

const NAMES = Object.keys(METHODS) as PaymentMethod[]

/** The methods whose rules fit, in the order of `METHODS`. */
export function methodsThat(fits: (rules: PaymentMethodRules) => boolean): PaymentMethod[] {
  return NAMES.filter((method) => fits(METHODS[method]))
}

/** A session's first method; the contract guarantees that there is one. */
export function firstMethod([first = 'card']: readonly PaymentMethod[]): PaymentMethod {
  return first
}

/** Whether the page needs the card frame and the processor's encryption key. */
export function takesCards(methods: readonly PaymentMethod[]): boolean {
  return methods.some((method) => METHODS[method].needsSealedCard)
}

/** The method that may require an action of this type. */
export function methodOfAction(action: PaymentAction['type']): PaymentMethod {
  return firstMethod(methodsThat(({ actions }) => actions.includes(action)))
}
