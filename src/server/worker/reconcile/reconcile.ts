import {
  bookKey,
  compareBooks,
  type BookEntry,
  type Difference,
  type Movement,
} from '../../../domain/compare-books.ts'
import type { Processor } from '../../processors/processor.ts'
import { listMoneyMoved, readBookEntries } from '../../database/money-moved.ts'
import type { ServiceContext } from '../../context.ts'

/** Recent movements are excluded: they may be in one book but not yet in the other. */
const SETTLING_MS = 30 * 60_000
/** The two books may date a movement differently: an unknown payment is settled late. */
const MARGIN_MS = 7 * 24 * 3_600_000
const PAGE = 1000

export interface Reconciliation {
  since: Date
  until: Date
  /** Number of distinct movements in either book. */
  compared: number
  differences: Difference[]
}

type Listing = NonNullable<Processor['listMovements']>

/**
 * Reconciliation: compares the money moved from `since` until half an hour ago with the processor's
 * records. Read-only. `undefined` when the processor does not list its movements.
 */
export async function reconcile(
  { database, processor, clock }: Pick<ServiceContext, 'database' | 'processor' | 'clock'>,
  since: Date,
): Promise<Reconciliation | undefined> {
  const list = processor.listMovements?.bind(processor)
  if (list === undefined) return undefined
  const until = new Date(clock().getTime() - SETTLING_MS)
  const theirs = await readTheirs(list, since)
  const ours = await readOurs(database, { processor: processor.name, since, until })
  const inRange = theirs.filter(({ at }) => at >= since && at < until)
  await addNamed(database, ours, inRange)
  // Our movements are matched against all of theirs; theirs without a match count only within the range.
  const relevant = theirs.filter(
    (movement) => ours.has(bookKey(movement)) || (movement.at >= since && movement.at < until),
  )
  const differences = compareBooks(ours, relevant)
  const names = new Set([...ours.keys(), ...relevant.map(bookKey)])
  return { since, until, compared: names.size, differences }
}

async function readTheirs(list: Listing, since: Date): Promise<(Movement & { at: Date })[]> {
  const found: (Movement & { at: Date })[] = []
  const from = new Date(since.getTime() - MARGIN_MS)
  for (let cursor: string | undefined; ;) {
    const page = await list({ since: from, ...(cursor !== undefined && { cursor }) })
    found.push(...page.movements)
    if (page.next === undefined) return found
    cursor = page.next
  }
}

async function readOurs(
  database: ServiceContext['database'],
  range: { processor: string; since: Date; until: Date },
): Promise<Map<string, BookEntry>> {
  const found = new Map<string, BookEntry>()
  for (let after = ''; ;) {
    const page = await listMoneyMoved(database, { ...range, after, limit: PAGE })
    for (const entry of page) found.set(bookKey(entry), entry)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return found
    after = last.id
  }
}

/** Adds our entries for movements that only the processor's book dates in this range. */
async function addNamed(
  database: ServiceContext['database'],
  ours: Map<string, BookEntry>,
  theirs: readonly Movement[],
): Promise<void> {
  const ids = theirs.filter((movement) => !ours.has(bookKey(movement))).map(({ id }) => id)
  for (let from = 0; from < ids.length; from += PAGE)
    for (const entry of await readBookEntries(database, ids.slice(from, from + PAGE)))
      if (!ours.has(bookKey(entry))) ours.set(bookKey(entry), entry)
}
