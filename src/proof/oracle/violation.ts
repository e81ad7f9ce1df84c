/** The promises that the oracle judges by, in the words of whoever reads a report. */
export const INVARIANTS = {
  I1: 'a session is charged once, for its own amount',
  I2: 'paid means captured, captured means paid, and nothing stays unknown',
  I3: 'every change is told once, in order, and reaches the merchant',
  I4: 'what has ended stays as it ended',
  I5: 'one idempotency key is one effect and one answer',
  I6: 'the books balance with those of the processor',
  I7: 'what was acknowledged is kept',
  I10: 'nothing breaks that was not broken on purpose',
  L1: 'everything comes to an end once the faults have stopped',
} as const

export type InvariantName = keyof typeof INVARIANTS

export interface Violation {
  invariant: InvariantName
  what: string
  /** The rows as evidence. */
  rows: unknown[]
}

/** Collects the violations that one judge finds. */
export function findings(invariant: InvariantName) {
  const found: Violation[] = []
  return {
    found,
    report: (what: string, ...rows: unknown[]): void => {
      found.push({ invariant, what, rows })
    },
  }
}

export function sum(rows: readonly { amountMinor: number }[]): number {
  return rows.reduce((total, { amountMinor }) => total + amountMinor, 0)
}
