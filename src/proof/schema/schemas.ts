import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { migrateSimulator } from '#sandbox/simulator/migrate-simulator.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { schemaText } from './schema-text.ts'

const SOURCE = join(import.meta.dirname, '../..')
const SILENT = { info: () => undefined, warn: () => undefined }
/** Catalogs print the same schema in another way from one major version of PostgreSQL to the next. */
export const MAJOR = 18

/** Files that show a schema as it is after all migrations. */
export const SCHEMAS: readonly { schema: string; file: string }[] = [
  { schema: 'public', file: join(SOURCE, 'server/database/schema.sql') },
  { schema: 'simulator', file: join(SOURCE, 'sandbox/simulator/schema.sql') },
]

const HEAD = `-- The schema after all migrations, to be read. Written from the catalogs of PostgreSQL ${MAJOR} by "npm run schema": change it by a
-- migration, never here.

`

/** Migrates an empty database, the simulator's schema included. Resolves to the text of each file of `SCHEMAS`. */
export async function readSchemas(url: string): Promise<Record<string, string>> {
  await migrate({ url, log: SILENT })
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    await migrateSimulator(pool)
  } finally {
    await pool.end()
  }
  const client = new Client(url)
  await client.connect()
  try {
    const texts: Record<string, string> = {}
    for (const { schema } of SCHEMAS) texts[schema] = HEAD + (await schemaText(client, schema))
    return texts
  } finally {
    await client.end()
  }
}

export async function majorOf(url: string): Promise<number> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    return Number.parseInt(rows[0]?.version ?? '', 10)
  } finally {
    await client.end()
  }
}
