import { Client } from 'pg'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { COPIED_TABLES } from './copied-tables.ts'
import { copySessions, type FillPlan } from './copy-sessions.ts'
import { makeTemplates } from './make-templates.ts'
import { prepareCopying } from './prepare-copying.ts'

export interface FilledTable {
  table: string
  rows: number
  /** Size of the table with its indexes. */
  bytes: number
}

const SILENT = { info: () => undefined, warn: () => undefined }

export class DatabaseInUse extends CommandFailure {
  override name = 'DatabaseInUse'
}

/**
 * Fills a migrated database: makes real sessions of every kind through the API, and copies them with new ids and times.
 * Connects as a superuser, since copying bypasses triggers and references. Throws `DatabaseInUse` for a database with
 * merchants unless `adds`.
 */
export async function fillDatabase(
  url: string,
  { adds = false, ...plan }: FillPlan & { adds?: boolean },
  onProgress: (sessions: number) => void = () => undefined,
): Promise<FilledTable[]> {
  const client = new Client(url)
  await client.connect()
  try {
    if (!adds && (await hasMerchants(client)))
      throw new DatabaseInUse('the database has merchants: give an empty one, or --add')
    const database = openDatabase({ url, log: SILENT })
    let templates
    try {
      templates = await makeTemplates(database, url)
    } finally {
      await database.close()
    }
    await client.query(`set synchronous_commit = off; set session_replication_role = replica;
      set work_mem = '64MB'`)
    if (plan.seed !== undefined) await client.query('select setseed($1)', [plan.seed])
    await prepareCopying(client, templates)
    await copySessions(client, templates, plan, onProgress)
    await client.query('vacuum analyze')
    return await measureTables(client)
  } finally {
    await client.end()
  }
}

async function hasMerchants(client: Client): Promise<boolean> {
  return (await client.query('select 1 from merchants limit 1')).rowCount !== 0
}

async function measureTables(client: Client): Promise<FilledTable[]> {
  const tables = ['merchants', ...Object.keys(COPIED_TABLES)]
  const { rows } = await client.query<FilledTable>(
    `select relname as table, reltuples::int as rows, pg_total_relation_size(oid)::float8 as bytes
     from pg_class where oid = any ($1::regclass[]) order by array_position($1::regclass[], oid::regclass)`,
    [tables],
  )
  return rows
}
