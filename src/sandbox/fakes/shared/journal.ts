import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createTable, type Indexes, type Table } from './table.ts'

/** An append-only file of lines. `lines` are those that it had when it was opened. */
export interface Journal {
  lines: readonly string[]
  append: (line: string) => void
}

interface Line {
  table: string
  key: string
  /** Absent: the row was deleted. */
  row?: unknown
}

/** Opens a table by its name, with the rows that the journal has of it. */
export type OpenTable = <Row, Index extends string = never>(
  name: string,
  indexes: Indexes<Row, Index>,
) => Table<Row, Index>

/** Tables in memory, and in the journal if there is one: it is replayed, and each change is appended. A line that a crash cut off is ignored. */
export function tablesOf(journal?: Journal): OpenTable {
  const lines = (journal?.lines ?? []).flatMap((text) => parse(text) ?? [])
  return <Row, Index extends string>(name: string, indexes: Indexes<Row, Index>) => {
    const table = createTable(indexes, (key, row: Row | undefined) =>
      journal?.append(JSON.stringify({ table: name, key, row })),
    )
    for (const line of lines)
      if (line.table === name) table.load(line.key, line.row as Row | undefined)
    return table
  }
}

/** Opens the journal in a file. The first line that is appended creates the file. */
export function openJournal(path: string): Journal {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // If a crash cut off the last line, the next one must start on a new line.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n')
  return {
    lines: text.split('\n').filter((line) => line !== ''),
    append: (line) => appendFileSync(path, `${line}\n`),
  }
}

function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
