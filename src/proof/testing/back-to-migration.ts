import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { MIGRATIONS_DIRECTORY } from '#server/database/migrations.ts'

const SILENT = { info: () => undefined, warn: () => undefined }

/** Gives a database the schema of its first `last` migrations. Rows keep the columns that were there then. */
export async function goBackToMigration(url: string, last: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-migrations-'))
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const name of readdirSync(MIGRATIONS_DIRECTORY).toSorted().slice(0, last))
      cpSync(join(MIGRATIONS_DIRECTORY, name), join(directory, name))
    await client.query('alter schema public rename to later')
    await client.query('create schema public')
    await migrate({ url, log: SILENT, directory })
    await copyRows(client)
    await client.query('drop schema later cascade')
  } finally {
    await client.end()
    rmSync(directory, { recursive: true })
  }
}

async function copyRows(client: Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select p.table_name as name, string_agg(format('%I', p.column_name), ', ') as columns
     from information_schema.columns p
     join information_schema.columns l
       on l.table_schema = 'later' and l.table_name = p.table_name and l.column_name = p.column_name
     where p.table_schema = 'public' and p.table_name <> 'schema_migrations'
     group by p.table_name`,
  )
  // Neither foreign keys nor triggers run.
  await client.query('set session_replication_role = replica')
  for (const { name, columns } of tables) {
    await client.query(`alter table ${name} disable trigger all`)
    await client.query(`delete from ${name}`)
    await client.query(`insert into ${name} (${columns}) select ${columns} from later.${name}`)
    await client.query(`alter table ${name} enable trigger all`)
  }
}
