import { escapeIdentifier, type Client } from 'pg'
import { PRIVILEGES, PRUNED_BY_FUNCTION } from '#server/database/installation/app-role.ts'
import { connectPatiently } from './source.ts'

/** Keyed by table, as `public.sessions`. */
export type Counts = ReadonlyMap<string, number>

export interface TableRows {
  table: string
  /** In the source before the copy, in the copy, and in the source after it. */
  before: number
  copied: number
  after: number
}

const TABLES = `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'simulator') order by 1, 2`

/** Counts the rows of every table in one snapshot. */
export async function countRows(client: Client): Promise<Counts> {
  await client.query('begin isolation level repeatable read, read only')
  try {
    const { rows } = await client.query<{ schema: string; name: string }>(TABLES)
    const counts = new Map<string, number>()
    for (const { schema, name } of rows) {
      const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
      const counted = await client.query<{ count: string }>(`select count(*) from ${table}`)
      counts.set(`${schema}.${name}`, Number(counted.rows[0]?.count))
    }
    return counts
  } finally {
    await client.query('rollback')
  }
}

export async function countRowsAt(url: string): Promise<Counts> {
  const client = await connectPatiently(url)
  try {
    return await countRows(client)
  } finally {
    await client.end()
  }
}

export function compareRows(before: Counts, copied: Counts, after: Counts): TableRows[] {
  return [...before].map(([table, count]) => ({
    table,
    before: count,
    copied: copied.get(table) ?? 0,
    after: after.get(table) ?? 0,
  }))
}

/** Finds the tables of which the copy has fewer rows than the source had before, or more than it had after the copy. */
export function findMissingRows(tables: readonly TableRows[]): TableRows[] {
  return tables.filter(
    ({ table, before, copied, after }) => keepsRows(table) && (copied < before || copied > after),
  )
}

/** Whether a table keeps every row; from other tables, rows may have been deleted meanwhile. */
function keepsRows(table: string): boolean {
  const [schema, name = ''] = table.split('.')
  const isKept = PRIVILEGES[name]?.includes('delete') === false && !PRUNED_BY_FUNCTION.has(name)
  return schema === 'public' && isKept
}
