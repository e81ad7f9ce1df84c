import type { Client } from 'pg'
import { statement, type Queryable } from '../engine/database.ts'
import { BASELINE, type Migration } from './migrations.ts'
import { isAtLeast, THIS_RELEASE } from './releases.ts'

/** A migration that was applied to the database. */
export interface Applied {
  number: number
  name: string
  checksum: string
  /** The oldest release that serves the schema after it. */
  oldestRelease: string
}

/** The records of applied migrations. */
export interface Records {
  /** In `schema_migrations`: a release that does not know one of these starts only where its record allows it. */
  inForce: Applied[]
  /** In `schema_migrations_ahead`: applied, and set aside so that the release before starts whatever their records say. */
  ahead: Applied[]
}

/** The schema of the database and this release do not fit; the message says why. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/** The schema of the database was made before the first migration of this history; the message says what to do. */
export class EarlierSchema extends MigrationRefused {
  override name = 'EarlierSchema'
  constructor() {
    super(
      'The tables of this database were made before version 0.3.0, and no way leads from them to this one: name an empty database in DATABASE_URL, or, in the sandbox without DATABASE_URL, remove its data with "npx --no checkout forget --everything".',
    )
  }
}

const TABLES = statement(
  'tables of migrations',
  `select to_regclass('schema_migrations') is not null as "isThere",
     to_regclass('schema_migrations_ahead') is not null as "isAheadThere"`,
)
const CREATE = [
  `create table schema_migrations (
  number int primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  oldest_release text not null
)`,
  'create table schema_migrations_ahead (like schema_migrations including all)',
]
const FIRST = statement(
  'first migration applied',
  'select name from schema_migrations where number = 1',
)
const COLUMNS = 'number, name, checksum, oldest_release as "oldestRelease"'
// One statement, so that rows that move from one table to the other are read once.
const BOTH = statement(
  'migrations applied',
  `select ${COLUMNS}, false as "isAhead" from schema_migrations
   union all select ${COLUMNS}, true from schema_migrations_ahead order by number`,
)

/**
 * Throws `EarlierSchema` where the first migration that was applied is not the one called `first`. Returns whether there are
 * records. Changes nothing.
 */
export async function refuseEarlierSchema(db: Queryable, first = BASELINE): Promise<boolean> {
  const [tables] = await db.query<{ isThere: boolean; isAheadThere: boolean }>(TABLES, [])
  if (tables?.isThere !== true) return false
  const [applied] = await db.query<{ name: string }>(FIRST, [])
  if (!tables.isAheadThere || (applied !== undefined && applied.name !== first))
    throw new EarlierSchema()
  return true
}

/** Reads the records of a database, which may be empty. Throws as `refuseEarlierSchema` does. */
export async function readRecords(
  db: Queryable,
  migrations: readonly Migration[],
): Promise<Records> {
  if (!(await refuseEarlierSchema(db, migrations[0]?.name))) return { inForce: [], ahead: [] }
  const rows = await db.query<Applied & { isAhead: boolean }>(BOTH, [])
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
  const { rows } = await client.query<{ isThere: boolean }>(TABLES.text)
  if (rows[0]?.isThere === true) return
  await client.query(CREATE.join(';'))
}

/**
 * Throws `MigrationRefused` when an applied file has changed, or when this release does not know an applied migration which
 * was not set aside and whose record does not say that this release can serve the schema.
 */
export function refuseDifference(
  migrations: readonly Migration[],
  { inForce, ahead }: Records,
): void {
  const applied = [...inForce, ...ahead]
  for (const { number, name, checksum, oldestRelease } of applied) {
    const migration = migrations[number - 1]
    if (migration === undefined) {
      const isSetAside = ahead.some((record) => record.number === number)
      if (isSetAside || isAtLeast(THIS_RELEASE, oldestRelease)) continue
      throw new MigrationRefused(
        `The database was migrated to ${applied.at(-1)?.name} by a newer release. Run that release; or, where it can, let this one start: npx --no checkout migrate --back-to ${THIS_RELEASE}, of that release.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${name} was changed after it was applied here. Restore the file, and make the change a new migration.`,
      )
    }
  }
}
