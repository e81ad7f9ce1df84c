import type { CreatePayment } from '#contract/checkout.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { boletoCharge } from './boleto/charge.ts'
import { cardCharge } from './card/charge.ts'
import { pixCharge } from './pix/charge.ts'
import type { ChargeTerms } from './terms.ts'

type BodyOf<Method extends PaymentMethod> = {
  [Name in Method]: { method: Name } & Extract<CreatePayment, { method: Name }>
}[Method]

const CHARGES = { card: cardCharge, pix: pixCharge, boleto: boletoCharge }

/** A charge request to the processor, discriminated by `type`. */
export type MethodCharge = ReturnType<(typeof CHARGES)[PaymentMethod]>

const chargeBy: {
  [Method in PaymentMethod]: (body: BodyOf<Method>, terms: ChargeTerms) => MethodCharge
} = CHARGES

/** The charge request for a payment. */
export function chargeOf<Method extends PaymentMethod>(
  body: BodyOf<Method>,
  terms: ChargeTerms,
): MethodCharge {
  return chargeBy[body.method](body, terms)
}
