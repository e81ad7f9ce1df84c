import type { LedgerRow } from '../../oracle/books.ts'
import { keptOf } from '../../oracle/violation.ts'

type Entry = Omit<LedgerRow, 'sequence'> & { at: Date }

/** The processor's own book of money that has moved: append-only, each movement once. */
export interface Ledger {
  record(entry: Entry): void
  /** Captured, and neither refunded nor taken back. */
  leftMinor(paymentId: string): number
  entries: readonly (Entry & { sequence: number })[]
}

export function createLedger(): Ledger {
  const entries: (Entry & { sequence: number })[] = []
  return {
    entries,
    record(entry) {
      entries.push({ ...entry, sequence: entries.length + 1 })
    },
    leftMinor: (paymentId) => keptOf(entries.filter((entry) => entry.paymentId === paymentId)),
  }
}
