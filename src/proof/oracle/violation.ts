/** The promises that the oracle checks, as reports print them. */
export const INVARIANTS = {
  I1: 'a session is charged once, for its own amount',
  I2: 'paid means captured, captured means paid, and nothing stays unknown',
  I3: 'every change has one event, in order, which reaches the merchant',
  I4: 'a final state never changes',
  I5: 'one idempotency key has one effect and one response',
  I6: "the books balance with the processor's",
  I7: 'acknowledged effects are durable',
  I10: 'nothing fails except by an injected fault',
  I11: 'captured money is kept for an order, given back, or owed',
  I12: 'the processor is asked no more than needed, its webhooks are taken, and nothing is given up too early',
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
