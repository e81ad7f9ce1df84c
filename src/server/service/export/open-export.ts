import type { EXPORT_FORMATS, EXPORTED_LISTS } from '#contract/dashboard/lists.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { PAYMENT_COLUMNS, PERSON_COLUMNS, REFUND_COLUMNS } from '#domain/export-columns.ts'
import { firstIdAt } from '#domain/id.ts'
import { localTimeOf, rangeOfDays, type LocalTime } from '#domain/local-time.ts'
import type { ExportPage } from '../../database/engine/read-page.ts'
import {
  readPaymentsToExport,
  type ExportedPayment,
} from '../../database/payments/export-payments.ts'
import { readRefundsToExport } from '../../database/refunds/list-refunds.ts'
import type { SessionFilters } from '../../database/sessions/session-filters.ts'
import {
  recordOperatorAudit,
  recordPersonReads,
  type OperatorContext,
} from '../audit/operator-context.ts'
import { isWithin, type Scope } from '../people/scope.ts'
import { paymentRow, personRow, refundRow, type ExportedRow } from './export-rows.ts'
import { csvWriter, jsonlWriter } from './write-rows.ts'
import { done, refuse, type Outcome } from '../outcome.ts'

export type ExportedList = (typeof EXPORTED_LISTS)[number]

export interface ExportInput {
  list: ExportedList
  /** Null: all merchants. */
  merchantId: string | null
  /** Days of the time zone, as in `2026-10-31`, both included. A row belongs to the day on which its id was made. */
  from: string
  to: string
  /** A name that `isTimeZone` knows. */
  timeZone: string
  format: (typeof EXPORT_FORMATS)[number]
  /** For the list of payments only. */
  filters?: Partial<SessionFilters>
  /** Names from `columnsOf`, in any order. Default: all. */
  columns?: readonly string[]
  /** For the list of payments only: adds columns that say who paid. Records a read of each person. */
  persons?: boolean
}

export interface OpenedExport {
  /**
   * The text, one page at a time. The next page is read when it is requested, so that a slow reader holds no rows in
   * memory; the export ends when the reader stops.
   */
  chunks: AsyncGenerator<string, void, undefined>
  /** Rows so far. */
  rows: () => number
}

/** Asked before each page. */
export interface ExportChecks {
  /** Aborted once nobody reads any more: no further page is read, and the text ends without its end. */
  signal?: AbortSignal
  /** Whether the person may still export this. If not, the next chunk throws `ExportForbidden`. */
  isAllowed?: () => Promise<boolean>
}

/** The person lost the right to an export while it was under way. */
export class ExportForbidden extends Error {
  override name = 'ExportForbidden'
}

const PAGE = 1000

interface List {
  prefix: 'pay' | 're'
  /** Reads a page of rows. The next one begins after the last id that was examined. */
  read: (context: OperatorContext, page: ExportPage, as: Wanted) => Promise<Page>
  columns: readonly string[]
}

interface Wanted {
  local: LocalTime
  input: ExportInput
}

/** The names of the columns that a list has. */
export function columnsOf({ list, persons }: Pick<ExportInput, 'list' | 'persons'>): string[] {
  const { columns } = LISTS[list]
  return persons === true ? [...columns, ...PERSON_COLUMNS] : [...columns]
}

type Page = Pick<LookBackPage<ExportedRow>, 'items' | 'after'>

/**
 * Begins an export of the rows of one merchant, or of all, that exist now, oldest first. Without `persons` it has no personal data.
 * The export is recorded before the first row is returned. Refuses a merchant outside the scope.
 */
export async function openExport(
  context: OperatorContext,
  scope: Scope,
  input: ExportInput,
  checks: ExportChecks = {},
): Promise<Outcome<OpenedExport, 'not_found'>> {
  const { list, merchantId, timeZone, from, to, format, filters, columns, persons } = input
  if (!isWithin(scope, merchantId)) return refuse('not_found')
  const local = localTimeOf(timeZone)
  const days = rangeOfDays(local, from, to)
  const until = Math.min(days.until.getTime(), context.clock().getTime() + 1)
  const { prefix } = LISTS[list]
  const range = {
    merchantId,
    from: firstIdAt(prefix, days.from),
    below: firstIdAt(prefix, new Date(until)),
    limit: PAGE,
  }
  await context.database.transaction((tx) =>
    recordOperatorAudit(context, tx, {
      action: 'export.started',
      subject: list,
      merchantId,
      details: {
        from,
        to,
        timeZone,
        format,
        ...(filters && { filters }),
        ...(columns && { columns: columns.join() }),
        ...(persons === true && { persons }),
      },
    }),
  )
  const written = { rows: 0 }
  return done({
    chunks: write(context, { range, local, input, written, checks }),
    rows: () => written.rows,
  })
}

interface Writing extends Wanted {
  range: ExportPage
  written: { rows: number }
  checks: ExportChecks
}

async function* write(
  context: OperatorContext,
  { range, written, checks: { signal, isAllowed }, ...wanted }: Writing,
): AsyncGenerator<string, void, undefined> {
  const { input } = wanted
  const { read } = LISTS[input.list]
  const { timeZone, format } = input
  const columns = columnsOf(input).filter((name) => input.columns?.includes(name) !== false)
  const writer =
    format === 'jsonl' ? jsonlWriter(columns, timeZone) : csvWriter(columns, timeZone, format)
  let next: string | undefined = range.from
  while (next !== undefined) {
    if (signal?.aborted === true) return
    if ((await isAllowed?.()) === false) throw new ExportForbidden('no longer allowed')
    const page: Page = await read(context, { ...range, from: next }, wanted)
    let text = ''
    for (const row of page.items) {
      text += writer.row(row, written.rows === 0)
      written.rows += 1
    }
    if (text !== '') yield text
    // A text between this id and all greater ids.
    next = page.after === null ? undefined : `${page.after}0`
  }
  yield writer.end(written.rows)
}

const LISTS: Readonly<Record<ExportedList, List>> = {
  payments: {
    prefix: 'pay',
    columns: PAYMENT_COLUMNS,
    async read(context, page, { local, input: { filters, persons = false } }) {
      const payments = await readPaymentsToExport(context.database, page, { ...filters, persons })
      const shown = payments.filter(({ isWanted }) => isWanted)
      if (persons) await recordExported(context, shown)
      const items = shown.map((payment) => ({
        ...paymentRow(payment, local),
        ...(payment.customer && personRow(payment.customer)),
      }))
      return { items, after: lastOf(payments, page) }
    },
  },
  refunds: {
    prefix: 're',
    columns: REFUND_COLUMNS,
    async read({ database }, page, { local }) {
      const refunds = await readRefundsToExport(database, page)
      const items = refunds.map((refund) => refundRow(refund, local))
      return { items, after: lastOf(refunds, page) }
    },
  },
}

/** The last id of a full page; null where the page is the last one. */
function lastOf(read: readonly { id: string }[], { limit }: ExportPage): string | null {
  return read.length < limit ? null : (read.at(-1)?.id ?? null)
}

async function recordExported(
  context: OperatorContext,
  payments: readonly ExportedPayment[],
): Promise<void> {
  const reads = payments.flatMap(({ merchantId, sessionId, customer }) => {
    const fields = PERSON_COLUMNS.filter((name) => customer?.[name] !== undefined)
    return fields.length === 0 ? [] : [{ merchantId, subject: sessionId, fields }]
  })
  await recordPersonReads(context, 'export', reads)
}
