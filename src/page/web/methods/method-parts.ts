import type { ComponentType } from 'react'
import type { CreatePaymentInput } from '../../../contract/checkout.ts'
import type { PageAction } from '../../../contract/page.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import type { WordKey } from '../../../words/words.ts'
import type { Sealed } from '../card/card-link.ts'
import type { FieldValues } from '../payment-form/required-fields.ts'
import type { LazyScreen } from '../screens/lazy-screen.tsx'

/** A payment method's components and request body; its rules are in `domain/methods`. */
export interface MethodParts {
  /** The panel of the form while the method is chosen. */
  Panel: ComponentType
  /** Shown next to the name and announced as its description. */
  aside: Extract<WordKey, `method.${PaymentMethod}.aside`> | null
  /** Decoration next to the name, not part of its description. */
  Marks: ComponentType<{ country: string }> | null
  /** By type of action. */
  screens: { [Action in PageAction['type']]?: LazyScreen }
  /** Its part of the request body. */
  charge: (values: FieldValues, card: Sealed | null) => MethodBody
}

type BodyOf<Body> = Body extends CreatePaymentInput
  ? Omit<Body, 'customer' | 'locale' | 'replacePaymentId'>
  : never
export type MethodBody = BodyOf<CreatePaymentInput>
