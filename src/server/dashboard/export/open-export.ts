import { firstIdAt } from '../../../domain/id.ts'
import { localTimeOf, type LocalTime } from '../../../domain/local-time.ts'
import {
  readPaymentsToExport,
  readRefundsToExport,
  type ExportPage,
} from '../../database/export-pages.ts'
import { lackMerchants } from '../../database/merchants-of-payments.ts'
import { recordOperatorAct, type OperatorContext } from '../../operator/operator-context.ts'
import { isWithin, type Scope } from '../scope.ts'
import {
  PAYMENT_COLUMNS,
  paymentRow,
  REFUND_COLUMNS,
  refundRow,
  type ExportedRow,
} from './export-columns.ts'
import { csvWriter, jsonlWriter } from './write-rows.ts'

export const EXPORTED_LISTS = ['payments', 'refunds'] as const
export type ExportedList = (typeof EXPORTED_LISTS)[number]

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const

export interface ExportInput {
  list: ExportedList
  merchantId: string
  /** Days of the time zone, as in `2026-10-31`, both included. A row belongs to the day on which its id was made. */
  from: string
  to: string
  /** A name that `isTimeZone` knows. */
  timeZone: string
  format: (typeof EXPORT_FORMATS)[number]
}

export type OpenedExport =
  /** No merchant of the scope. */
  | { outcome: 'no-merchant' }
  /** The worker has not yet written the merchants of older payments: rows would be missing. */
  | { outcome: 'incomplete' }
  | {
      outcome: 'open'
      /**
       * The text, a page at a time. The next page is read when it is asked for, so that a slow reader holds no rows in
       * memory; who stops reading ends it.
       */
      chunks: AsyncGenerator<string, void, undefined>
      /** Rows so far. */
      rows: () => number
    }

const PAGE = 1000
const DAY_MS = 86_400_000

interface List {
  prefix: 'pay' | 're'
  /** Rows of a page, and the last id that was looked at, of whichever merchant; undefined at the end. */
  read: (context: OperatorContext, page: ExportPage, local: LocalTime) => Promise<Page>
  columns: readonly string[]
}

interface Page {
  rows: ExportedRow[]
  last: string | undefined
}

/**
 * Begins an export of one merchant's rows, oldest first, of those that exist now. It has no personal data. The act is
 * recorded before the first row is handed out.
 */
export async function openExport(
  context: OperatorContext,
  scope: Scope,
  input: ExportInput,
): Promise<OpenedExport> {
  const { list, merchantId, timeZone, from, to, format } = input
  if (!isWithin(scope, merchantId)) return { outcome: 'no-merchant' }
  if (list === 'payments' && (await lackMerchants(context.database)))
    return { outcome: 'incomplete' }
  const local = localTimeOf(timeZone)
  const until = Math.min(local.startOf(dayAfter(to)).getTime(), context.clock().getTime() + 1)
  const { prefix } = LISTS[list]
  const range = {
    merchantId,
    from: firstIdAt(prefix, local.startOf(from)),
    below: firstIdAt(prefix, new Date(until)),
    limit: PAGE,
  }
  await context.database.transaction((tx) =>
    recordOperatorAct(context, tx, {
      action: 'export.started',
      subject: list,
      merchantId,
      details: { from, to, timeZone, format },
    }),
  )
  const written = { rows: 0 }
  return {
    outcome: 'open',
    chunks: write(context, { range, local, input, written }),
    rows: () => written.rows,
  }
}

interface Writing {
  range: ExportPage
  local: LocalTime
  input: ExportInput
  written: { rows: number }
}

async function* write(
  context: OperatorContext,
  { range, local, input, written }: Writing,
): AsyncGenerator<string, void, undefined> {
  const { read, columns } = LISTS[input.list]
  const { timeZone, format } = input
  const writer = format === 'csv' ? csvWriter(columns, timeZone) : jsonlWriter(timeZone)
  let next: string | undefined = range.from
  while (next !== undefined) {
    const page: Page = await read(context, { ...range, from: next }, local)
    let text = ''
    for (const row of page.rows) {
      text += writer.row(row, written.rows === 0)
      written.rows += 1
    }
    if (text !== '') yield text
    // The first text after an id, which no other id is.
    next = page.last === undefined ? undefined : `${page.last}0`
  }
  yield writer.end(written.rows)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length)
}

const LISTS: Readonly<Record<ExportedList, List>> = {
  payments: {
    prefix: 'pay',
    columns: PAYMENT_COLUMNS,
    async read({ database }, page, local) {
      const payments = await readPaymentsToExport(database, page)
      const rows = payments.map((payment) => paymentRow(payment, local))
      return { rows, last: payments.length < page.limit ? undefined : payments.at(-1)?.id }
    },
  },
  refunds: {
    prefix: 're',
    columns: REFUND_COLUMNS,
    async read({ database }, page, local) {
      const refunds = await readRefundsToExport(database, page)
      const rows = refunds.flatMap((refund) => (refund.isOwn ? [refundRow(refund, local)] : []))
      return { rows, last: refunds.length < page.limit ? undefined : refunds.at(-1)?.id }
    },
  },
}
