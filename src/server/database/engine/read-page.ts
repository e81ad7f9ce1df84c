import type { IdPrefix } from '#contract/id-prefixes.ts'
import type { LookBackPage, Page } from '#contract/list-page.ts'
import { FIRST_ID, firstIdAt, LAST_ID } from '#domain/id.ts'

/** A page of `limit` rows, of which one more was read: it shows that another page follows. */
export function pageOf<Row>(read: readonly Row[], limit: number): Page<Row> {
  return { items: read.slice(0, limit), hasMore: read.length > limit }
}

/** Rows of a list that are larger are read one by one. */
export const ROW_BYTES_MAX = 128 * 1024
/** Most of these on a page: bounds the memory that a list takes, whatever its merchant has sent. */
const LARGE_ROWS_MAX = 4

/** A page with its large rows, each read by itself. It ends before the one after `LARGE_ROWS_MAX`. */
export async function withLargeRows<Row>(
  { items, hasMore }: Page<Row>,
  isLarge: (row: Row) => boolean,
  read: (row: Row) => Promise<Row | undefined>,
): Promise<Page<Row>> {
  const whole: Row[] = []
  let largeRows = 0
  for (const row of items) {
    if (!isLarge(row)) {
      whole.push(row)
      continue
    }
    // guard: large-rows
    if (largeRows === LARGE_ROWS_MAX) return { items: whole, hasMore: true }
    largeRows += 1
    const found = await read(row)
    if (found !== undefined) whole.push(found)
  }
  return { items: whole, hasMore }
}

/** Most rows of a page that looks back. */
export const LOOK_BACK_LIMIT = 50
/** Most rows that it examines. Bounds what a page costs, however rare its filters are. */
export const LOOK_BACK_SCAN = 5000

/** Where a page that looks back ends: by its key, a list goes on after it. */
export interface Place {
  after: string
  at: Date
}

/** The oldest row that was examined, and whether older rows may follow. */
export interface Edge extends Place {
  isCut: boolean
}

export const placeById = ({ id, createdAt }: { id: string; createdAt: Date }): Place => ({
  after: id,
  at: createdAt,
})

/** As `pageOf`; of a page that is not full, reads how far back rows were examined. */
export async function lookBackPageOf<Row>(
  page: Page<Row>,
  placeOf: (row: Row) => Place,
  readEdge: () => Promise<Edge | undefined>,
): Promise<LookBackPage<Row, Date>> {
  const last = page.items.at(-1)
  const edge =
    page.hasMore && last !== undefined ? { ...placeOf(last), isCut: true } : await readEdge()
  const hasMore = edge?.isCut === true
  return {
    items: page.items,
    hasMore,
    after: hasMore ? edge.after : null,
    lookedBackTo: edge?.at ?? null,
  }
}

/** Rows made from `from` on and before `until`, in real time, by the time in the id. */
export interface Range {
  from?: Date | undefined
  until?: Date | undefined
  /** Of the page before: where this one begins. */
  after?: string | undefined
}

/** The ids of a range: from `from` on and below `below`. */
export function idRange(prefix: IdPrefix, { from, until, after }: Range) {
  const end = until === undefined ? LAST_ID : firstIdAt(prefix, until)
  return {
    from: from === undefined ? FIRST_ID : firstIdAt(prefix, from),
    below: after !== undefined && after < end ? after : end,
  }
}

/** A range of ids of one merchant, or of all, of which a page is exported. */
export interface ExportPage {
  /** Null: all merchants. */
  merchantId: string | null
  /** The page's ids are at least `from` and less than `below`. */
  from: string
  below: string
  limit: number
}
