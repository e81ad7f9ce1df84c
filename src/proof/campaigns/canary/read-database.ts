import type { Pool } from 'pg'
import type { Document } from './sinks.ts'

const TABLES = `select table_schema as schema, table_name as name,
  array_agg(column_name::text order by ordinal_position) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  group by 1, 2 order by 1, 2`

const quoted = (name: string): string => `"${name}"`

/** Every column of every table, one row per line; the processor's tables are a sink of their own. */
export async function* readDatabase(pool: Pool): AsyncGenerator<Document> {
  const { rows: tables } = await pool.query<{ schema: string; name: string; columns: string[] }>(
    TABLES,
  )
  for (const { schema, name, columns } of tables) {
    const texts = columns.map((column) => `${quoted(column)}::text`).join(', ')
    const { rows } = await pool.query<(string | null)[]>({
      text: `select ${texts} from ${quoted(schema)}.${quoted(name)}`,
      rowMode: 'array',
    })
    for (const [at, column] of columns.entries())
      yield {
        sink: schema === 'simulator' ? "processor's books" : 'database',
        name: `${schema}.${name}.${column}`,
        bytes: Buffer.from(rows.map((row) => (row[at] ?? '').replaceAll('\n', ' ')).join('\n')),
      }
  }
}
