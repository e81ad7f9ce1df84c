import { csvText } from '../../../domain/csv-cell.ts'
import type { ExportedRow, ExportedValue } from './export-columns.ts'

/** Writes pages of rows as text; what comes before and after them may need their number. */
export interface RowWriter {
  /** `isFirst`: of the first row of all. */
  row(row: ExportedRow, isFirst: boolean): string
  /** Before a first row that does not come: an export without rows. */
  end(rows: number): string
}

/** CSV by RFC 4180. The header names the zone of the local times. A cut file has no sign of it: compare the number of rows. */
export function csvWriter(columns: readonly string[], timeZone: string): RowWriter {
  const header = line(columns.map((name) => name.replace(/Local$/, ` (${timeZone})`)))
  return {
    row: (row, isFirst) => (isFirst ? header : '') + line(columns.map((name) => cell(row[name]))),
    end: (rows) => (rows === 0 ? header : ''),
  }
}

/** One JSON object on each line; the last says that there are no more: a file without it was cut. */
export function jsonlWriter(timeZone: string): RowWriter {
  return {
    row: (row) => `${JSON.stringify(row, (_, value: unknown) => plain(value))}\n`,
    end: (rows) => `${JSON.stringify({ object: 'end', rows, timeZone })}\n`,
  }
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`

function cell(value: ExportedValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return csvText(value)
  return typeof value === 'object' ? value.written : String(value)
}

function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'written' in value ? value.written : value
}
