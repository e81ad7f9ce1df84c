import type { ComponentType } from 'react'
import type { CreatePaymentInput } from '../../../contract/checkout.ts'
import type { PageAction } from '../../../contract/page.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import type { WordKey } from '../../../words/words.ts'
import type { Sealed } from '../card/card-link.ts'
import type { FieldValues } from '../payment-form/required-fields.ts'
import type { LazyScreen } from '../screens/lazy-screen.tsx'

/** What one payment method is on the page, beside its rules and its words. */
export interface MethodParts {
  /** What the form shows and asks for once the method is chosen. */
  Panel: ComponentType
  /** Stands beside its name, and describes it. */
  aside: Extract<WordKey, `method.${PaymentMethod}.aside`> | null
  /** Marks beside its name, of which its description has nothing. */
  Marks: ComponentType<{ country: string }> | null
  /** By what the shopper is asked to do. */
  screens: { [Action in PageAction['type']]?: LazyScreen }
  /** Its own part of the body that pays. */
  charge: (values: FieldValues, card: Sealed | null) => MethodBody
}

type BodyOf<Body> = Body extends CreatePaymentInput
  ? Omit<Body, 'customer' | 'locale' | 'replacePaymentId'>
  : never
export type MethodBody = BodyOf<CreatePaymentInput>
