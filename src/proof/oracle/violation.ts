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
  I13: 'nothing is captured that was not committed first',
  I14: 'no hold is forgotten, and none that was called released is captured',
  I15: "each dispute of the processor's is in the tables, with all its steps",
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

/** What a ledger's entries leave of captured money. */
export function keptOf(entries: readonly { kind: string; amountMinor: number }[]): number {
  return entries.reduce((kept, { kind, amountMinor }) => kept + (SIGNS[kind] ?? 0) * amountMinor, 0)
}

/** How an entry of a ledger changes what is kept; holds and their ends do not. */
const SIGNS: Record<string, number> = {
  capture: 1,
  refund: -1,
  refund_reversal: 1,
  reversal: -1,
  reinstatement: 1,
}

export function sum(rows: readonly { amountMinor: number }[]): number {
  return rows.reduce((total, { amountMinor }) => total + amountMinor, 0)
}
