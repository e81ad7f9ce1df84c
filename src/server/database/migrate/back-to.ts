import type { Client } from 'pg'
import { asMigrator } from './as-migrator.ts'
import { statement, type Queryable, type Statement } from '../engine/database.ts'
import { prepareRecords, readRecords, refuseDifference, setAside } from './migration-records.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrations.ts'
import type { Release } from './releases.ts'
import { runTransaction } from '../engine/run-transaction.ts'

/** A kind of row that this release writes and the release before serves wrongly, or leaves as it is. */
export interface NewRows {
  what: string
  /** What they are and what to do, after their count. */
  meaning: string
  /** Whether the release before would serve them wrongly: then it must not start while there are any. */
  isBlocking: boolean
  /** Selects one row with their number as `count`. */
  count: Statement
}

/** What this release writes and the release before cannot read. */
const NEW_ROWS: readonly NewRows[] = [
  {
    what: 'held payments',
    meaning:
      'payments that are held, were released, or wait for a capture or a release. Let them end; what was released stays in the way.',
    isBlocking: true,
    count: statement(
      'held payments',
      "select count(*)::integer as count from payments where status in ('authorized', 'voided') or intent is not null",
    ),
  },
  {
    what: 'payments declined by new codes',
    meaning:
      'payments that were declined by a code which that release does not know. It answers who asks for them with an error.',
    isBlocking: true,
    count: statement(
      'payments declined by new codes',
      `select count(*)::integer as count from payments
       where decline_code in ('issuer_unavailable', 'card_not_supported', 'card_blocked', 'limit_exceeded')`,
    ),
  },
  {
    what: 'refunds that came back',
    meaning:
      'refunds whose money came back. That release takes none of them for money that is there.',
    isBlocking: true,
    count: statement(
      'refunds that came back',
      "select count(*)::integer as count from refunds where status = 'reversed'",
    ),
  },
  {
    what: 'payments that were reinstated',
    meaning:
      'payments whose money was taken back and came again. That release takes it for gone, and may count it twice.',
    isBlocking: true,
    count: statement(
      'payments that were reinstated',
      'select count(*)::integer as count from payments where reinstated_minor > 0',
    ),
  },
  {
    what: 'disputes',
    meaning:
      'disputes. That release shows none of them, and nobody is told of their deadlines. What banks take back is booked.',
    isBlocking: false,
    count: statement('disputes', 'select count(*)::integer as count from disputes'),
  },
  {
    what: 'accounts of merchants',
    meaning:
      "accounts that merchants' people made. That release shows them without their address, and sends them no mail.",
    isBlocking: false,
    count: statement(
      'accounts of merchants',
      'select count(*)::integer as count from merchant_accounts where email is not null',
    ),
  },
]

export interface Finding {
  what: string
  meaning: string
  count: number
}

export interface WayBack {
  /** Names of the migrations that were set aside now; those of an earlier run are not among them. */
  setAside: string[]
  /** While there are any, nothing is set aside. */
  blocking: Finding[]
  /** Rows that the previous release leaves as they are; this release continues with them once it runs again. */
  waiting: Finding[]
}

export interface BackToOptions {
  url: string
  directory?: string
  newRows?: readonly NewRows[]
}

/**
 * Lets an earlier release start again on a database that this one has migrated: sets the records of the migrations that it
 * does not know aside, so that `migrate` puts them back. The schema stays, and processes of both releases start and serve.
 */
export function backTo(
  release: Release,
  { url, directory = MIGRATIONS_DIRECTORY, newRows = NEW_ROWS }: BackToOptions,
): Promise<WayBack> {
  return asMigrator(url, (client) => goBack(client, release, { directory, newRows }))
}

async function goBack(
  client: Client,
  release: Release,
  { directory, newRows }: { directory: string; newRows: readonly NewRows[] },
): Promise<WayBack> {
  const migrations = await readMigrations(directory)
  return runTransaction(client, async (tx) => {
    const records = await readRecords(tx, migrations)
    refuseDifference(migrations, records)
    await prepareRecords(client)
    const { inForce, ahead } = records
    const later = inForce.filter(({ number }) => number > release.lastMigration)
    // A process of this release serves only after all migrations are applied.
    const hasServed = inForce.length + ahead.length >= migrations.length
    const found = hasServed ? await findRows(tx, newRows) : []
    const blocking = found.filter(({ isBlocking }) => isBlocking).map(findingOf)
    const waiting = found.filter(({ isBlocking }) => !isBlocking).map(findingOf)
    if (blocking.length > 0) return { setAside: [], blocking, waiting }
    await setAside(tx, release.lastMigration)
    return { setAside: later.map(({ name }) => name), blocking, waiting }
  })
}

type Found = Finding & { isBlocking: boolean }

async function findRows(db: Queryable, newRows: readonly NewRows[]): Promise<Found[]> {
  const found: Found[] = []
  for (const { count: text, ...kind } of newRows) {
    const [row] = await db.query<{ count: number }>(text, [])
    if (row !== undefined && row.count > 0) found.push({ ...kind, count: row.count })
  }
  return found
}

function findingOf({ what, meaning, count }: Found): Finding {
  return { what, meaning, count }
}
