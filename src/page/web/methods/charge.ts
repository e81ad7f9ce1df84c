import type { CreatePaymentInput } from '#contract/checkout.ts'
import type { Sealed } from '../card/card-link.ts'
import type { FieldValues } from '../payment-form/required-fields.ts'

type BodyOf<Body> = Body extends CreatePaymentInput
  ? Omit<Body, 'customer' | 'locale' | 'replacePaymentId'>
  : never

/** A payment method's part of the request body. */
export type Charge = (values: FieldValues, card: Sealed | null) => BodyOf<CreatePaymentInput>
