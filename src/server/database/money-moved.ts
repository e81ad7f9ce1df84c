import type { BookEntry } from '../../domain/compare-books.ts'
import { statement, type Queryable } from './database.ts'

const PAYMENTS = `select 'capture' as kind, p.id, p.session_id as "sessionId", p.amount_minor as "amountMinor", p.currency,
    case when p.captured_minor > 0 then 'done' when p.status = 'failed' then 'failed' else 'open' end as status
  from payments p`
const REFUNDS = `select 'refund' as kind, r.id, r.session_id as "sessionId", r.amount_minor as "amountMinor", r.currency,
    case r.status when 'succeeded' then 'done' when 'failed' then 'failed' else 'open' end as status
  from refunds r`

const MOVED = statement(
  'money moved',
  `select * from (
     ${PAYMENTS} where p.captured_minor > 0 and p.processor = $1
       and coalesce(p.succeeded_at, p.updated_at) >= $2 and coalesce(p.succeeded_at, p.updated_at) < $3
     union all
     ${REFUNDS} join payments p on p.id = r.payment_id
       where r.status = 'succeeded' and p.processor = $1 and r.updated_at >= $2 and r.updated_at < $3
   ) moved where id collate "C" > $4 order by id collate "C" limit $5`,
)

/** Payments by this processor and their refunds whose money moved in the period: a keyset page by id. */
export async function listMoneyMoved(
  db: Queryable,
  range: { processor: string; since: Date; until: Date; after: string; limit: number },
): Promise<BookEntry[]> {
  const { processor, since, until, after, limit } = range
  return db.query<BookEntry>(MOVED, [processor, since, until, after, limit])
}

const BY_ID = statement(
  'book entries by id',
  `${PAYMENTS} where p.id = any ($1) union all ${REFUNDS} where r.id = any ($1)`,
)

/** Payments and refunds of these ids, in any state. */
export async function readBookEntries(db: Queryable, ids: readonly string[]): Promise<BookEntry[]> {
  return db.query<BookEntry>(BY_ID, [ids])
}
