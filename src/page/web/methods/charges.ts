import type { CreatePaymentInput } from '../../../contract/checkout.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import type { Sealed } from '../card/card-link.ts'
import type { FieldValues } from '../payment-form/required-fields.ts'
import { chargeBoleto } from './boleto/charge.ts'
import { chargeCard } from './card/charge.ts'
import { chargePix } from './pix/charge.ts'

type BodyOf<Body> = Body extends CreatePaymentInput
  ? Omit<Body, 'customer' | 'locale' | 'replacePaymentId'>
  : never

/** A payment method's part of the request body. */
export type Charge = (values: FieldValues, card: Sealed | null) => BodyOf<CreatePaymentInput>

export const CHARGES: Readonly<Record<PaymentMethod, Charge>> = {
  card: chargeCard,
  pix: chargePix,
  boleto: chargeBoleto,
}
