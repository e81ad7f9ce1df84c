import type { Client } from 'pg'
import { readAccountsInUse } from './accounts-in-use.ts'
import { asMigrator } from './as-migrator.ts'
import { statement, type Queryable } from './database.ts'
import { prepareRecords, readRecords, refuseDifference, setAside } from './migration-records.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrations.ts'
import type { Release } from './releases.ts'
import { runTransaction } from './run-transaction.ts'

/** Rows written by this release that the previous release serves wrongly, or not at all. */
export interface Finding {
  what:
    | 'amount_mismatch'
    | 'other_account'
    | 'surplus_refund'
    | 'discounted_session'
    | 'owed_refund'
    | 'replay'
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

/**
 * Lets an earlier release start again on a database that this one has migrated: sets the records of the migrations that it
 * does not know aside, so that `migrate` puts them back. The schema stays, and processes of both releases start and serve.
 */
export function backTo(
  release: Release,
  { url, directory = MIGRATIONS_DIRECTORY }: { url: string; directory?: string },
): Promise<WayBack> {
  return asMigrator(url, (client) => goBack(client, release, directory))
}

async function goBack(client: Client, release: Release, directory: string): Promise<WayBack> {
  const migrations = await readMigrations(directory)
  await prepareRecords(client)
  return runTransaction(client, async (tx) => {
    const { inForce, ahead } = await readRecords(tx)
    refuseDifference(migrations, [...inForce, ...ahead])
    const later = inForce.filter(({ number }) => number > release.lastMigration)
    // A process of this release serves only after all migrations are applied.
    const hasServed = inForce.length + ahead.length >= migrations.length
    const { blocking, waiting } = hasServed ? await findRows(tx) : { blocking: [], waiting: [] }
    if (blocking.length > 0) return { setAside: [], blocking, waiting }
    await setAside(tx, release.lastMigration)
    return { setAside: later.map(({ name }) => name), blocking, waiting }
  })
}

const MISMATCHED = statement(
  'back to: mismatched payments',
  `select count(*)::integer as count from payments where status = 'amount_mismatch'`,
)
// 0.1.0 has one processor, asks it about every payment, and gives up payments that this processor does not know.
const FIRST_PROCESSOR = statement(
  'back to: first processor',
  'select processor as name from payments order by id limit 1',
)
// 0.1.0 would request these refunds by the id of the surplus payment, which the processor does not know.
const SURPLUS_REFUNDS = statement(
  'back to: refunds of surpluses',
  `select count(*)::integer as count from refunds r join payments p on p.id = r.payment_id
   where r.status = 'pending' and p.surplus_of is not null`,
)
const DISCOUNTED = statement(
  'back to: discounted sessions',
  `select count(*)::integer as count from sessions
   where status = 'open' and details ? 'paymentMethodDiscounts' and details ->> 'paymentMethodDiscounts' <> '{}'`,
)
const OWED = statement(
  'back to: owed refunds',
  'select count(*)::integer as count from payments where refund_owed_at is not null',
)
const REPLAYS = statement(
  'back to: replays',
  'select count(*)::integer as count from delivery_replays where finished_at is null',
)

/** Counts the rows that 0.1.0 would serve wrongly (`blocking`) or leave as they are (`waiting`). */
export async function findRows(db: Queryable): Promise<Omit<WayBack, 'setAside'>> {
  const blocking = [
    { what: 'amount_mismatch', count: await count(db, MISMATCHED) },
    { what: 'other_account', count: await countAtOthers(db) },
    { what: 'surplus_refund', count: await count(db, SURPLUS_REFUNDS) },
  ] as const
  const waiting = [
    { what: 'discounted_session', count: await count(db, DISCOUNTED) },
    { what: 'owed_refund', count: await count(db, OWED) },
    { what: 'replay', count: await count(db, REPLAYS) },
  ] as const
  const isFound = (finding: Finding) => finding.count > 0
  return { blocking: blocking.filter(isFound), waiting: waiting.filter(isFound) }
}

async function count(db: Queryable, text: ReturnType<typeof statement>): Promise<number> {
  const [row] = await db.query<{ count: number }>(text, [])
  return row?.count ?? 0
}

async function countAtOthers(db: Queryable): Promise<number> {
  const [first] = await db.query<{ name: string }>(FIRST_PROCESSOR, [])
  const others = (await readAccountsInUse(db)).filter(({ name }) => name !== first?.name)
  return others.reduce((total, { alive }) => total + alive, 0)
}
