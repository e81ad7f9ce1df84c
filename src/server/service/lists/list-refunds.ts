import type { RefundState } from '#contract/refund.ts'
import { FIRST_ID, firstIdAt, LAST_ID } from '#domain/id.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  edgeOfRefunds,
  lookBackAtRefunds,
  type FoundRefund,
  type LookBackAtRefunds,
} from '../../database/refunds/look-back-at-refunds.ts'
import { isWithin, type Scope } from '../people/scope.ts'

export interface ListRefundsInput {
  /** Null: of every merchant. */
  merchantId: string | null
  status?: RefundState
  /** From `from` on and before `until`, in real time, by the time in the id. */
  from?: Date
  until?: Date
  /** The `cursor` of the page before. */
  cursor?: string
}

export interface RefundsPage {
  /** At most 50, newest first. */
  rows: FoundRefund[]
  /** Where the next page begins; null when there is none. */
  cursor: string | null
  /** When the oldest examined refund was made; null when none was examined. In a list of one merchant it is that merchant's own. */
  lookedBackTo: Date | null
  /** Whether there is nothing older in the range. */
  exhausted: boolean
}

const ROWS_MAX = 50
/** Bounds what a page costs, however few match. */
const SCAN_MAX = 5000
/** Number of random characters at the end of an id; those before them hold the time at which it was made. */
const RANDOM_DIGITS = 12

/** A page of the refunds of a merchant or of all, newest first. Undefined for a merchant outside the scope. */
export async function listRefunds(
  { database }: { database: Queryable },
  scope: Scope,
  input: ListRefundsInput,
): Promise<RefundsPage | undefined> {
  if (!isWithin(scope, input.merchantId)) return undefined
  const page = lookBackOf(input)
  const found = await lookBackAtRefunds(database, page)
  const rows = found.slice(0, ROWS_MAX)
  const last = rows.at(-1)
  if (found.length > ROWS_MAX && last !== undefined)
    return { rows, cursor: last.id, lookedBackTo: last.createdAt, exhausted: false }
  const oldest = await edgeOfRefunds(database, page)
  const exhausted = oldest === undefined || oldest.scanned < SCAN_MAX
  return {
    rows,
    // Not the id itself: in a list of all merchants it tells of another's. Ids of that millisecond are examined again.
    cursor: exhausted ? null : `${oldest.id.slice(0, -RANDOM_DIGITS)}${'z'.repeat(RANDOM_DIGITS)}`,
    lookedBackTo: oldest?.createdAt ?? null,
    exhausted,
  }
}

function lookBackOf({ merchantId, status, from, until, cursor }: ListRefundsInput) {
  const end = until === undefined ? LAST_ID : firstIdAt('re', until)
  return {
    merchantId,
    status: status ?? null,
    from: from === undefined ? FIRST_ID : firstIdAt('re', from),
    below: cursor !== undefined && cursor < end ? cursor : end,
    scan: SCAN_MAX,
    limit: ROWS_MAX + 1,
  } satisfies LookBackAtRefunds
}
