import type { Client } from 'pg'
import { statement, type Queryable } from './database.ts'
import type { Migration } from './migrations.ts'
import { isAtLeast, THIS_RELEASE } from './releases.ts'

/** A migration that was applied to the database. */
export interface Applied {
  number: number
  name: string
  checksum: string
  /** The oldest release that serves the schema after it; null: that of the release that applied it. */
  oldestRelease: string | null
}

/** The records of applied migrations. */
export interface Records {
  /** In `schema_migrations`: every release reads these. */
  inForce: Applied[]
  /** In `schema_migrations_ahead`: applied, and set aside so that the release before starts. */
  ahead: Applied[]
}

/** The schema of the database and this release do not fit; the message says why. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

const TABLES = statement(
  'tables of migrations',
  `select to_regclass('schema_migrations') is not null as "isThere",
     to_regclass('schema_migrations_ahead') is not null as "isAheadThere"`,
)
/** 0.1.0 reads number, name and checksum of every row of the first table, and refuses a number that it does not know. */
const CREATE = [
  `create table if not exists schema_migrations (
  number int primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`,
  'alter table schema_migrations add column if not exists oldest_release text',
  'create table if not exists schema_migrations_ahead (like schema_migrations including all)',
]
const COLUMNS = 'number, name, checksum, oldest_release as "oldestRelease"'
// One statement, so that rows that move from one table to the other are read once.
const BOTH = statement(
  'migrations applied',
  `select ${COLUMNS}, false as "isAhead" from schema_migrations
   union all select ${COLUMNS}, true from schema_migrations_ahead order by number`,
)
const OF_EARLIER_RELEASE = statement(
  'migrations applied by 0.1.0',
  `select number, name, checksum, null as "oldestRelease", false as "isAhead" from schema_migrations order by number`,
)

/** Reads the records of a database of this release, of an earlier one (without the second table), or of an empty one. */
export async function readRecords(db: Queryable): Promise<Records> {
  const [tables] = await db.query<{ isThere: boolean; isAheadThere: boolean }>(TABLES, [])
  if (tables?.isThere !== true) return { inForce: [], ahead: [] }
  const text = tables.isAheadThere ? BOTH : OF_EARLIER_RELEASE
  const rows = await db.query<Applied & { isAhead: boolean }>(text, [])
  return {
    inForce: rows.filter(({ isAhead }) => !isAhead),
    ahead: rows.filter(({ isAhead }) => isAhead),
  }
}

const MOVED = 'number, name, checksum, applied_at, oldest_release'
const PUT_BACK = statement(
  'put migrations back in force',
  `with moved as (delete from schema_migrations_ahead returning ${MOVED})
   insert into schema_migrations (${MOVED}) select ${MOVED} from moved`,
)
const SET_ASIDE = statement(
  'set migrations aside',
  `with moved as (delete from schema_migrations where number > $1 returning ${MOVED})
   insert into schema_migrations_ahead (${MOVED}) select ${MOVED} from moved`,
)

/** Puts all migrations that were set aside back in force. */
export async function putBack(tx: Queryable): Promise<void> {
  await tx.query(PUT_BACK, [])
}

/** Sets the records of the migrations after a number aside; the schema stays as it is. */
export async function setAside(tx: Queryable, number: number): Promise<void> {
  await tx.query(SET_ASIDE, [number])
}

/**
 * Creates the tables of records, as the owner of the database. Looks for them first: `create table if not exists` needs the
 * privilege even when the table exists.
 */
export async function prepareRecords(client: Client): Promise<void> {
  const { rows } = await client.query<{ isAheadThere: boolean }>(TABLES.text)
  if (rows[0]?.isAheadThere === true) return
  await client.query(CREATE.join(';'))
}

/**
 * Throws `MigrationRefused` when an applied file has changed, or when this release does not know an applied migration and its
 * record does not say that this release can serve the schema.
 */
export function refuseDifference(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): void {
  for (const { number, name, checksum, oldestRelease } of applied) {
    const migration = migrations[number - 1]
    if (migration === undefined) {
      if (oldestRelease !== null && isAtLeast(THIS_RELEASE, oldestRelease)) continue
      throw new MigrationRefused(
        `The database was migrated to ${applied.at(-1)?.name} by a newer release. Run that release; or, where it can, let this one start: npx checkout migrate --back-to ${THIS_RELEASE}, of that release.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${name} was changed after it was applied here. Restore the file, and make the change a new migration.`,
      )
    }
  }
}
