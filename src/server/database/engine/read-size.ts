import { statement, type Queryable } from './database.ts'

export interface DatabaseSize {
  version: string
  bytes: number
  isReadOnly: boolean
  migration: string | null
}

const READ = statement(
  'version and size of the database',
  `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
     pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
     (select name from schema_migrations order by number desc limit 1) as migration`,
)

export async function readDatabaseSize(db: Queryable): Promise<DatabaseSize> {
  const [row] = await db.query<DatabaseSize>(READ, [])
  if (row === undefined) throw new Error('the database has no size')
  return row
}
