import type { PaymentMethod } from '../../contract/payment.ts'
import type { CreateSession } from '../../contract/session.ts'

/** What a merchant says of single methods, each in the session's field of that name. */
export type MethodTerms = Pick<CreateSession, Extract<keyof CreateSession, PaymentMethod>>

/** Those fields of a session, without the others. */
export function termsOf({ pix, boleto }: MethodTerms): MethodTerms {
  return { pix, boleto }
}
