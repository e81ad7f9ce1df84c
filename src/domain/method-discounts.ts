import type { CardSeal, Checkout, InstallmentOption } from '#contract/checkout.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { FieldProblem } from '#contract/problem.ts'
import type { InstallmentPlan, MethodDiscount, MethodDiscounts } from '#contract/session.ts'
import { installmentOptions } from './installments.ts'
import { METHODS } from './methods/methods.ts'

/** In basis points. */
const WHOLE = 10_000n

/** What a session costs, and what each method takes off. Amounts in minor units. */
export interface Priced {
  amountMinor: number
  details: {
    paymentMethods: readonly PaymentMethod[]
    installments: InstallmentPlan | null
    /** Absent in a session of an earlier release. */
    paymentMethodDiscounts?: MethodDiscounts | undefined
  }
}

/**
 * What a discount takes off an amount, in minor units: a share is rounded half up. At least one minor unit is left to pay.
 * The trigger `payments_have_the_discount` mirrors it.
 */
export function discountOf(amountMinor: number, discount: MethodDiscount | undefined): number {
  if (discount === undefined) return 0
  const { amount, basisPoints = 0 } = discount
  return Math.min(amountMinor - 1, amount ?? shareOf(amountMinor, basisPoints))
}

/** In exact arithmetic: the product can exceed the safe integers. */
function shareOf(amountMinor: number, basisPoints: number): number {
  return Number((BigInt(amountMinor) * BigInt(basisPoints) + WHOLE / 2n) / WHOLE)
}

/** What a session takes off for paying by a method, in minor units. */
export function discountBy(method: PaymentMethod, { amountMinor, details }: Priced): number {
  return discountOf(amountMinor, details.paymentMethodDiscounts?.[method])
}

/** The installments of a session, on its amount after the discount of the method that takes them; null: it has none. */
export function plansOf(session: Priced): [InstallmentOption, ...InstallmentOption[]] | null {
  const { installments } = session.details
  return installments && installmentOptions(amountByCard(session), installments)
}

/** The method that takes the installments of a session. */
export function methodOfPlans(methods: readonly PaymentMethod[]): PaymentMethod | undefined {
  return methods.find((method) => METHODS[method].takesInstallments)
}

function amountByCard(session: Priced): number {
  const method = methodOfPlans(session.details.paymentMethods)
  return session.amountMinor - (method === undefined ? 0 : discountBy(method, session))
}

/** The prices of the methods that take something off, by method. */
export function discountedMethods(session: Priced): Checkout['paymentMethodDiscounts'] {
  const { amountMinor, details } = session
  const discounts = details.paymentMethods.map((method) => {
    const discount = discountBy(method, session)
    const basisPoints = details.paymentMethodDiscounts?.[method]?.basisPoints ?? null
    return [method, { basisPoints, discount, total: amountMinor - discount }] as const
  })
  return Object.fromEntries(discounts.filter(([, { discount }]) => discount > 0))
}

/** The plans that a card may be sealed for, a single payment first. */
export function plansToSeal(session: Priced): CardSeal['plans'] {
  const atOnce = { count: 1, total: amountByCard(session) }
  const options = plansOf(session) ?? [atOnce]
  return options.map(({ count, total }) => ({ installments: count, amount: total }))
}

/** The problems of discounts: a method that is not offered, or a discount of the whole amount or more. */
export function problemsOfDiscounts(
  discounts: MethodDiscounts,
  {
    paymentMethods,
    amountMinor,
  }: {
    /** Undefined, like `amountMinor`, when the field itself is refused. */
    paymentMethods: readonly PaymentMethod[] | undefined
    amountMinor: number | undefined
  },
): FieldProblem[] {
  const errors: FieldProblem[] = []
  for (const [method, discount] of Object.entries(discounts)) {
    const { amount = 0 } = discount ?? {}
    const path = `paymentMethodDiscounts.${method}`
    if (paymentMethods?.some((offered) => offered === method) === false)
      errors.push({ path, code: 'not_offered', message: 'this session does not offer it' })
    if (amountMinor !== undefined && amount >= amountMinor)
      errors.push({
        path: `${path}.amount`,
        code: 'too_big',
        message: `must be less than the amount of the session, which is ${amountMinor}`,
      })
  }
  return errors
}
