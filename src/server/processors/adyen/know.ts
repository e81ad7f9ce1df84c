import type { KnownPayment, ProcessorInquiry } from '../processor.ts'
import { factsAmong, type Fact } from './facts.ts'
import { foldPayment } from './fold-payment.ts'

/** What is known of a payment: what its facts prove, and Adyen's reference of its authorisation. */
export interface Known {
  told: ProcessorInquiry
  facts: readonly Fact[]
  psp?: string
}

export function know(known: KnownPayment): Known {
  const facts = factsAmong(known.facts)
  const told = foldPayment(known, facts)
  const { psp } = known.state
  // Of several authorisations, the one that is still held.
  const named = told.status === 'authorized' ? told.references?.processorReference : undefined
  const first = named ?? (typeof psp === 'string' ? psp : known.references.processorReference)
  return { told, facts, ...(first !== undefined && { psp: first }) }
}
