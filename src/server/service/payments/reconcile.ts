import {
  bookKey,
  compareBooks,
  isTotal,
  type BookEntry,
  type Difference,
  type Movement,
} from '#domain/compare-books.ts'
import { isTrialId } from '#domain/trial-id.ts'
import type { Database } from '../../database/engine/database.ts'
import type { Processor } from '../../processors/processor.ts'
import type { Processors } from '../../processors/processors.ts'
import { listMoneyMoved, readBookEntries } from '../../database/payments/money-moved.ts'

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
  /** Number of movements that `checkout processors try` made: our books lack them, so they are not compared. */
  homologation: number
  differences: Difference[]
  /** The accounts whose records could not be read. Their movements are not compared. */
  unread: { processor: string; error: unknown }[]
  /** The accounts that list no movements. */
  notCompared: string[]
}

type Listing = NonNullable<Processor['listMovements']>

/**
 * Reconciliation: compares the money moved from `since` until half an hour ago with the records of each processor's account.
 * Read-only. `undefined` when no processor lists its movements. An account that cannot be read does not keep others from being
 * compared.
 */
export async function reconcile(
  {
    database,
    processors,
    clock,
  }: { database: Database; processors: Pick<Processors, 'all'>; clock: () => Date },
  since: Date,
): Promise<Reconciliation | undefined> {
  const until = new Date(clock().getTime() - SETTLING_MS)
  const listing = processors.all.filter((processor) => processor.listMovements !== undefined)
  if (listing.length === 0) return undefined
  const unread: Reconciliation['unread'] = []
  const accounts = await Promise.all(
    listing.map((processor) =>
      reconcileAccount(database, processor, { since, until }).catch((error: unknown) => {
        unread.push({ processor: processor.name, error })
        return NOTHING_READ
      }),
    ),
  )
  return {
    since,
    until,
    compared: accounts.reduce((sum, { compared }) => sum + compared, 0),
    homologation: accounts.reduce((sum, { homologation }) => sum + homologation, 0),
    differences: accounts.flatMap(({ differences }) => differences),
    unread,
    notCompared: processors.all
      .filter((processor) => processor.listMovements === undefined)
      .map(({ name }) => name),
  }
}

type Account = Pick<Reconciliation, 'compared' | 'homologation' | 'differences'>

const NOTHING_READ: Account = { compared: 0, homologation: 0, differences: [] }

async function reconcileAccount(
  database: Database,
  processor: Processor,
  { since, until }: { since: Date; until: Date },
): Promise<Account> {
  const list: Listing = async (range) =>
    (await processor.listMovements?.(range)) ?? { movements: [] }
  const listed = await readTheirs(list, since)
  const theirs = listed.filter(({ id }) => !isTrialId(id))
  const ours = await readOurs(database, { processor: processor.name, since, until })
  const isInRange = ({ at }: { at: Date }) => at >= since && at < until
  const inRange = theirs.filter(isInRange)
  await addNamed(database, ours, inRange)
  // Our movements are matched against all of theirs; theirs without a match count only within the range.
  const settling = totalsSince(theirs, until)
  for (const key of settling) ours.delete(key)
  const relevant = theirs.filter(
    (movement) =>
      !settling.has(bookKey(movement)) && (ours.has(bookKey(movement)) || isInRange(movement)),
  )
  const differences = compareBooks(ours, relevant)
  const names = new Set([...ours.keys(), ...relevant.map(bookKey)])
  const homologation = listed.filter((movement) => isInRange(movement) && isTrialId(movement.id))
  return { compared: names.size, homologation: homologation.length, differences }
}

/** Totals that have just grown: the growth may be in one book but not yet in the other. */
function totalsSince(theirs: readonly (Movement & { at: Date })[], until: Date): Set<string> {
  const recent = theirs.filter((movement) => isTotal(movement) && movement.at >= until)
  return new Set(recent.map(bookKey))
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
  database: Database,
  range: { processor: string; since: Date; until: Date },
): Promise<Map<string, BookEntry>> {
  const found = new Map<string, BookEntry>()
  for (let after = { id: '', kind: '' }; ;) {
    const page = await listMoneyMoved(database, { ...range, after, limit: PAGE })
    for (const entry of page) found.set(bookKey(entry), entry)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return found
    after = last
  }
}

/** Adds our entries for movements that only the processor's book dates in this range. */
async function addNamed(
  database: Database,
  ours: Map<string, BookEntry>,
  theirs: readonly Movement[],
): Promise<void> {
  const ids = theirs.filter((movement) => !ours.has(bookKey(movement))).map(({ id }) => id)
  for (let from = 0; from < ids.length; from += PAGE)
    for (const entry of await readBookEntries(database, ids.slice(from, from + PAGE)))
      if (!ours.has(bookKey(entry))) ours.set(bookKey(entry), entry)
}
