import type { PaymentMethod } from '../../contract/payment.ts'
import type { CreateSession } from '../../contract/session.ts'

/** A session's settings of single payment methods, each in the field of the method's name. */
export type MethodTerms = Pick<CreateSession, Extract<keyof CreateSession, PaymentMethod>>

/** Picks the method settings of a session. */
export function termsOf({ pix, boleto }: MethodTerms): MethodTerms {
  return { pix, boleto }
}
