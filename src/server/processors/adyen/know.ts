import type { KnownPayment, ProcessorInquiry } from '../processor.ts'
import { factsAmong, type Fact } from './facts.ts'
import { authorisationOf, foldPayment } from './fold-payment.ts'

/** What is known of a payment: what its facts prove, and Adyen's reference of its authorisation. */
export interface Known {
  told: ProcessorInquiry
  facts: readonly Fact[]
  psp?: string
}

export function know(known: KnownPayment): Known {
  const facts = factsAmong(known.facts)
  const told = foldPayment(known, facts)
  const psp = authorisationOf(known, facts)
  return { told, facts, ...(psp !== undefined && { psp }) }
}
