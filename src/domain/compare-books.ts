/** Money that was taken or given back, named by the id of its payment or refund. */
export interface Movement {
  kind: 'capture' | 'refund'
  id: string
  amountMinor: number
  currency: string
}

/** A payment or a refund as it stands in our books. */
export interface BookEntry extends Movement {
  sessionId: string
  /** `done`: the money has moved. `open`: it may. `failed`: it has not, and will not. */
  status: 'done' | 'open' | 'failed'
}

/** How our books and those of the processor can differ. */
export const DIFFERENCES = ['missing', 'extra', 'amount', 'currency', 'status'] as const

export interface Difference {
  /**
   * `missing`: our books have money move, the processor's do not. `extra`: the other way round. `status`: it has moved
   * there, and ours say that it has not.
   */
  difference: (typeof DIFFERENCES)[number]
  kind: Movement['kind']
  id: string
  sessionId: string | null
  ours: Pick<BookEntry, 'amountMinor' | 'currency' | 'status'> | null
  theirs: Pick<Movement, 'amountMinor' | 'currency'> | null
}

/** A payment and a refund never share an id, but nobody's ids need be believed. */
export function bookKey({ kind, id }: Pick<Movement, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

/**
 * Everything in which two books differ, once each. Ours need hold no more than what moved and what theirs name; of
 * theirs all that moved is needed, also what is to be found nowhere in ours.
 */
export function compareBooks(
  ours: ReadonlyMap<string, BookEntry>,
  theirs: readonly Movement[],
): Difference[] {
  const found: Difference[] = []
  const seen = new Set<string>()
  for (const movement of theirs) {
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

function differenceOf(
  entry: BookEntry | undefined,
  { amountMinor, currency }: Movement,
): Difference['difference'] | undefined {
  if (entry === undefined) return 'extra'
  if (entry.currency !== currency) return 'currency'
  if (entry.amountMinor !== amountMinor) return 'amount'
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
