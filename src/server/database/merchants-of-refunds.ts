import { statement, type Queryable } from './database.ts'

// The database compares ids in the order of the index. A refund that is being changed waits for the next run.
const FILL = statement(
  'fill merchants of refunds',
  `with older as materialized (
     select r.id as "olderId" from refunds r where r.merchant_id is null
     order by r.id collate "POSIX" desc limit $1 for update skip locked
   )
   update refunds r set merchant_id = s.merchant_id from older, sessions s
   where r.id = "olderId" and s.id = r.session_id returning r.id`,
)

/** Writes the merchant of at most `limit` refunds that lack it, the newest first; returns how many. */
export async function fillRefundMerchants(db: Queryable, limit: number): Promise<number> {
  return (await db.query(FILL, [limit])).length
}

const IS_ANY_MISSING = statement(
  'refund without a merchant',
  'select exists (select from refunds r where r.merchant_id is null) as "isMissing"',
)

/** Whether some refund lacks its merchant: then only its session tells whose it is. */
export async function lackRefundMerchants(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isMissing: boolean }>(IS_ANY_MISSING, [])
  return row?.isMissing === true
}
