/** Money that moved; `id` is that of the payment or refund. */
export interface Movement {
  kind: 'capture' | 'refund' | 'reversal' | 'reinstatement'
  id: string
  /** For a reversal or reinstatement, the total of the payment that was taken back, or given back again, so far. */
  amountMinor: number
  currency: string
  /**
   * The name of this part of a capture, where a payment may be paid in several parts. No other part of any payment has the
   * same name. The parts of a payment are added up, each once.
   */
  part?: string
}

/** A payment or a refund in our ledger. */
export interface BookEntry extends Movement {
  sessionId: string
  /** `done`: the money has moved. `open`: it may still move. `failed`: it never will. */
  status: 'done' | 'open' | 'failed'
  /** For a reversal, whether more of its payment was refunded and taken back than was captured. */
  isOverdrawn?: boolean
}

/** The kinds of reconciliation differences. */
export const DIFFERENCES = [
  'missing',
  'extra',
  'amount',
  'currency',
  'status',
  'overdrawn',
] as const

export interface Difference {
  /**
   * `missing`: in our books only. `extra`: in the processor's books only. `status`: the processor moved the money, our
   * entry is not `done`. `overdrawn`: more of a payment was refunded and taken back than was captured.
   */
  difference: (typeof DIFFERENCES)[number]
  kind: Movement['kind']
  id: string
  sessionId: string | null
  ours: Pick<BookEntry, 'amountMinor' | 'currency' | 'status'> | null
  theirs: Pick<Movement, 'amountMinor' | 'currency'> | null
}

/** The kind is part of the key because a processor's ids are not trusted to be unique across kinds. */
export function bookKey({ kind, id }: Pick<Movement, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

/**
 * Reconciliation: every difference between our books and the processor's, once each. `theirs` must hold all movements
 * of the period; `ours` all entries that are `done`, and every entry that `theirs` names.
 */
export function compareBooks(
  ours: ReadonlyMap<string, BookEntry>,
  theirs: readonly Movement[],
): Difference[] {
  const found: Difference[] = []
  const seen = new Set<string>()
  for (const movement of withTotals(withSums(theirs))) {
    const key = bookKey(movement)
    const entry = ours.get(key)
    const difference = seen.has(key) ? 'extra' : differenceOf(entry, movement)
    seen.add(key)
    if (difference !== undefined) found.push(describe(difference, entry, movement))
  }
  for (const [key, entry] of ours)
    if (entry.status === 'done' && !seen.has(key)) found.push(describe('missing', entry, undefined))
  return found
}

/** Replaces the parts of each payment by their sum per currency. A part that is listed twice counts once. */
function withSums(theirs: readonly Movement[]): Movement[] {
  const sums = new Map<string, Movement>()
  const added = new Set<string>()
  for (const movement of theirs) {
    const { part, currency, amountMinor } = movement
    if (part === undefined) continue
    const key = `${bookKey(movement)} ${currency}`
    if (added.has(`${key} ${part}`)) continue
    added.add(`${key} ${part}`)
    sums.set(key, { ...movement, amountMinor: amountMinor + (sums.get(key)?.amountMinor ?? 0) })
  }
  return [...sums.values(), ...theirs.filter(({ part }) => part === undefined)]
}

/** Whether a movement states a total so far, which replaces the earlier ones of its payment. */
export function isTotal({ kind }: Pick<Movement, 'kind'>): boolean {
  return kind === 'reversal' || kind === 'reinstatement'
}

/** Keeps only the greatest total of each payment and kind. */
function withTotals(theirs: readonly Movement[]): Movement[] {
  const totals = new Map<string, Movement>()
  for (const movement of theirs.filter(isTotal)) {
    const known = totals.get(bookKey(movement))
    if (known === undefined || known.amountMinor < movement.amountMinor)
      totals.set(bookKey(movement), movement)
  }
  return [...theirs.filter((movement) => !isTotal(movement)), ...totals.values()]
}

function differenceOf(
  entry: BookEntry | undefined,
  { amountMinor, currency }: Movement,
): Difference['difference'] | undefined {
  if (entry === undefined) return 'extra'
  if (entry.currency !== currency) return 'currency'
  if (entry.amountMinor !== amountMinor) return 'amount'
  if (entry.isOverdrawn === true) return 'overdrawn'
  return entry.status === 'done' ? undefined : 'status'
}

function describe(
  difference: Difference['difference'],
  entry: BookEntry | undefined,
  movement: Movement | undefined,
): Difference {
  const { kind, id } = entry ?? movement ?? { kind: 'capture', id: '' }
  return {
    difference,
    kind,
    id,
    sessionId: entry?.sessionId ?? null,
    ours: entry
      ? { status: entry.status, amountMinor: entry.amountMinor, currency: entry.currency }
      : null,
    theirs: movement ? { amountMinor: movement.amountMinor, currency: movement.currency } : null,
  }
}
