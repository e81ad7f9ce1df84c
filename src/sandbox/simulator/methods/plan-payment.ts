import type { PaymentMethod } from '#contract/payment.ts'
import type { PaymentPlan, PlanInput, RefusedRequest } from '../payment-plan.ts'
import { planBoleto } from './boleto.ts'
import { planCard } from './card.ts'
import { planPix } from './pix.ts'
import type { MethodRequest } from './requests.ts'

type Plan = PaymentPlan | Promise<PaymentPlan | RefusedRequest>

type RequestOf<Method extends PaymentMethod> = {
  [Name in Method]: { type: Name } & Extract<MethodRequest, { type: Name }>
}[Method]

const PLANS: {
  [Method in PaymentMethod]: (method: RequestOf<Method>, input: PlanInput) => Plan
} = { card: planCard, pix: planPix, boleto: planBoleto }

/** Plans a payment: its first state and its due event. */
export function planPayment<Method extends PaymentMethod>(
  method: RequestOf<Method>,
  input: PlanInput,
): Plan {
  return PLANS[method.type](method, input)
}
