import type { PaymentMethod } from '#contract/payment.ts'
import type { CreateSession } from '#contract/session.ts'

/** A session's settings of single payment methods, each in the field of the method's name. */
export type MethodTerms = Pick<CreateSession, Extract<keyof CreateSession, PaymentMethod>>

/** What determines a charge besides the request body. */
export interface ChargeTerms {
  details: MethodTerms
  /** The session's expiry. */
  expiresAt: Date
  now: Date
}

/** Picks the method settings of a session. */
export function termsOf({ pix, boleto }: MethodTerms): MethodTerms {
  return { pix, boleto }
}
