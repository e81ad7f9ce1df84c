import { statement, type Queryable } from './database.ts'

// The database compares ids in the order of the index. A payment that is being changed waits for the next run.
const FILL = statement(
  'fill merchants of payments',
  `with older as materialized (
     select p.id as "olderId" from payments p where p.merchant_id is null
     order by p.id collate "POSIX" desc limit $1 for update skip locked
   )
   update payments p set merchant_id = s.merchant_id from older, sessions s
   where p.id = "olderId" and s.id = p.session_id returning p.id`,
)

/** Writes the merchant of at most `limit` payments that lack it, the newest first; returns how many. */
export async function fillMerchantsOf(db: Queryable, limit: number): Promise<number> {
  return (await db.query(FILL, [limit])).length
}

const IS_ANY_MISSING = statement(
  'payment without a merchant',
  'select exists (select from payments p where p.merchant_id is null) as "isMissing"',
)

/** Whether some payment lacks its merchant: then what is found by payments may be incomplete. */
export async function lackMerchants(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isMissing: boolean }>(IS_ANY_MISSING, [])
  return row?.isMissing === true
}
