import { statement, type Queryable } from './database.ts'

/** Tables whose rows store the merchant of their session, except rows of an earlier release. */
export type TableWithMerchants = 'payments' | 'refunds'

// Sorted by the collation of the index. A row that another transaction has locked is left to the next run.
const fillIn = (table: TableWithMerchants) =>
  statement(
    `fill merchants of ${table}`,
    `with older as materialized (
     select t.id as "olderId" from ${table} t where t.merchant_id is null
     order by t.id collate "POSIX" desc limit $1 for update skip locked
   )
   update ${table} t set merchant_id = s.merchant_id from older, sessions s
   where t.id = "olderId" and s.id = t.session_id returning t.id`,
  )

const FILL = { payments: fillIn('payments'), refunds: fillIn('refunds') }

/** Writes the merchant of at most `limit` rows that lack it, the newest first; returns how many. */
export async function fillMerchants(
  db: Queryable,
  table: TableWithMerchants,
  limit: number,
): Promise<number> {
  return (await db.query(FILL[table], [limit])).length
}

const isAnyMissingIn = (table: TableWithMerchants) =>
  statement(
    `${table} without a merchant`,
    `select exists (select from ${table} t where t.merchant_id is null) as "isMissing"`,
  )

const IS_ANY_MISSING = { payments: isAnyMissingIn('payments'), refunds: isAnyMissingIn('refunds') }

/** Whether some row lacks its merchant: then only its session tells whose it is. */
export async function lackMerchants(db: Queryable, table: TableWithMerchants): Promise<boolean> {
  const [row] = await db.query<{ isMissing: boolean }>(IS_ANY_MISSING[table], [])
  return row?.isMissing === true
}
