import type { Books, LedgerRow } from './books.ts'
import { sum } from './violation.ts'

/**
 * The processor's ledger as these tables may have it, where the processor's own word leaves two honest ways to keep the books. An entry
 * that has no mark stands as it is.
 */
export function ledgerAsSeen({ payments, processor }: Books): LedgerRow[] {
  const booked = processor.ledger.filter(
    ({ kind, isNeverBooked }) => kind === 'capture' && isNeverBooked !== true,
  )
  // A capture that was refused, and whose acknowledgement was lost, never was one to the checkout.
  const unseen = new Set(
    payments
      .filter(({ id, capturedMinor }) => {
        return capturedMinor <= sum(booked.filter(({ paymentId }) => paymentId === id))
      })
      .map(({ id }) => id),
  )
  return processor.ledger.filter(
    ({ isNeverBooked, paymentId }) => isNeverBooked !== true || !unseen.has(paymentId),
  )
}
