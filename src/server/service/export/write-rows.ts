import { csvText, spreadsheetText } from '#domain/csv-cell.ts'
import type { ExportedRow, ExportedValue } from './export-rows.ts'

/** Writes the rows of an export as text, with what precedes and follows them. */
export interface RowWriter {
  /** `isFirst`: whether this is the first row of the export. */
  row(row: ExportedRow, isFirst: boolean): string
  /** The text after the last row. `rows`: their number; for 0, the text has what else precedes the first row. */
  end(rows: number): string
}

/** How a table is written as text. */
interface Dialect {
  /** The text before the header. */
  begin: string
  separator: ',' | ';'
  decimalPoint: '.' | ','
  text: (text: string) => string
}

/** RFC 4180. */
const RFC: Dialect = { begin: '', separator: ',', decimalPoint: '.', text: csvText }
/** For spreadsheets in languages with a decimal comma; the byte order mark at the beginning says that the text is UTF-8. */
const EXCEL: Dialect = {
  begin: '\uFEFF',
  separator: ';',
  decimalPoint: ',',
  text: spreadsheetText,
}

/** The header names the zone of the local times. Nothing shows that a file was truncated: compare the number of rows. */
export function csvWriter(
  columns: readonly string[],
  timeZone: string,
  format: 'csv' | 'excel',
): RowWriter {
  const dialect = format === 'excel' ? EXCEL : RFC
  const line = (cells: readonly string[]) => `${cells.join(dialect.separator)}\r\n`
  const names = columns.map((name) => name.replace(/Local$/, ` (${timeZone})`))
  const header = dialect.begin + line(names)
  return {
    row: (row, isFirst) =>
      (isFirst ? header : '') + line(columns.map((name) => cell(row[name], dialect))),
    end: (rows) => (rows === 0 ? header : ''),
  }
}

/** One JSON object per line. The last one has `object: 'end'`: a file without it was truncated. */
export function jsonlWriter(columns: readonly string[], timeZone: string): RowWriter {
  return {
    row(row) {
      const values = columns.map((name) => [name, plain(row[name])])
      return `${JSON.stringify(Object.fromEntries(values))}\n`
    },
    end: (rows) => `${JSON.stringify({ object: 'end', rows, timeZone })}\n`,
  }
}

function cell(value: ExportedValue | undefined, { decimalPoint, text }: Dialect): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object') return String(value)
  return value.isDecimal === true ? value.written.replace('.', decimalPoint) : value.written
}

function plain(value: ExportedValue | undefined): string | number | boolean | null {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null ? value.written : value
}
