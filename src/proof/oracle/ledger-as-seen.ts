import type { Books, LedgerRow } from './books.ts'
import { sum } from './violation.ts'

/**
 * The processor's ledger as these tables may have it, where the processor's own word leaves two honest ways to keep the books. An entry
 * that has no mark stands as it is.
 */
export function ledgerAsSeen({ payments, refunds, processor }: Books): LedgerRow[] {
  const { ledger } = processor
  const shown = new Set(
    payments.filter(({ unexplainedSince }) => unexplainedSince != null).map(({ id }) => id),
  )
  const unseen = capturesUnseen(payments, ledger)
  const failed = new Set(refunds.filter(({ status }) => status === 'failed').map(({ id }) => id))
  return ledger
    .filter(({ isUnprovable, paymentId }) => isUnprovable !== true || !shown.has(paymentId))
    .filter(({ isNeverBooked, paymentId }) => isNeverBooked !== true || !unseen.has(paymentId))
    .map((entry) =>
      entry.isSentAfterAll === true && failed.has(entry.refundId ?? '')
        ? { ...entry, kind: 'reversal', refundId: null }
        : entry,
    )
}

/** Payments whose tables lack a capture that was refused: its acknowledgement was lost, so it never was one to the checkout. */
function capturesUnseen(payments: Books['payments'], ledger: readonly LedgerRow[]): Set<string> {
  const booked = ledger.filter(
    ({ kind, isNeverBooked }) => kind === 'capture' && isNeverBooked !== true,
  )
  const ofPayment = Map.groupBy(booked, ({ paymentId }) => paymentId)
  return new Set(
    payments
      .filter(({ id, capturedMinor }) => capturedMinor <= sum(ofPayment.get(id) ?? []))
      .map(({ id }) => id),
  )
}
