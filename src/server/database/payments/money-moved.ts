import type { BookEntry } from '#domain/compare-books.ts'
import { statement, type Queryable } from '../engine/database.ts'

/** SQL: the sum over a payment `p` and its surplus payments, for which the processor has one charge. */
const totalOf = (column: string) => `(p.${column} + (
      select coalesce(sum(o.${column}), 0) from payments o where o.session_id = p.session_id and o.surplus_of = p.id
    ))::bigint`

/** The amount is the captured one, once there is one: it may differ from the amount asked. */
const PAYMENTS = `select 'capture' as kind, p.id, p.session_id as "sessionId",
    case when p.captured_minor > 0 then ${totalOf('captured_minor')} else p.amount_minor end as "amountMinor",
    coalesce(p.captured_currency, p.currency) as currency,
    case when p.captured_minor > 0 then 'done' when p.status in ('failed', 'voided') then 'failed' else 'open' end as status,
    false as "isOverdrawn"
  from payments p`
const REFUNDS = `select 'refund' as kind, r.id, r.session_id as "sessionId", r.amount_minor as "amountMinor", r.currency,
    case when r.status in ('succeeded', 'reversed') then 'done' when r.status = 'failed' then 'failed' else 'open' end as status,
    false as "isOverdrawn"
  from refunds r`

const NET_REVERSED = `greatest(${totalOf('reversed_minor')} - ${totalOf('reinstated_minor')}, 0)`

/** The amount is the total that was taken back. */
const REVERSALS = `select 'reversal' as kind, p.id, p.session_id as "sessionId", ${totalOf('reversed_minor')} as "amountMinor",
    coalesce(p.captured_currency, p.currency) as currency, 'done' as status,
    ${totalOf('refunded_minor')} + ${NET_REVERSED} > ${totalOf('captured_minor')} as "isOverdrawn"
  from payments p`

/** The amount is the total that was given back again. */
const REINSTATEMENTS = `select 'reinstatement' as kind, p.id, p.session_id as "sessionId",
    ${totalOf('reinstated_minor')} as "amountMinor", coalesce(p.captured_currency, p.currency) as currency, 'done' as status,
    false as "isOverdrawn"
  from payments p`

const MOVED = statement(
  'money moved',
  `select * from (
     ${PAYMENTS} where p.captured_minor > 0 and p.surplus_of is null and p.processor = $1
       -- guard: indexed-movements
       and coalesce(p.succeeded_at, p.updated_at) >= $2 and coalesce(p.succeeded_at, p.updated_at) < $3
     union all
     ${REFUNDS} join payments p on p.id = r.payment_id
       where r.status = 'succeeded' and p.processor = $1 and r.updated_at >= $2 and r.updated_at < $3
     union all
     ${REVERSALS} where p.processor = $1 and p.id in (
       select coalesce(o.surplus_of, o.id) from reversals r join payments o on o.id = r.payment_id
       where r.recorded_at >= $2 and r.recorded_at < $3
     )
     union all
     ${REINSTATEMENTS} where p.processor = $1 and p.id in (
       select coalesce(o.surplus_of, o.id) from reinstatements r join payments o on o.id = r.payment_id
       where r.recorded_at >= $2 and r.recorded_at < $3
     )
   ) moved where (id collate "C", kind collate "C") > ($4, $5) order by id collate "C", kind collate "C" limit $6`,
)

/** The last entry of a page: a payment and its totals share an id. */
interface PageEnd {
  id: string
  kind: string
}

/** Captures, refunds, reversals and reinstatements by this processor in the period: a keyset page by id and kind. */
export async function listMoneyMoved(
  db: Queryable,
  range: { processor: string; since: Date; until: Date; after: PageEnd; limit: number },
): Promise<BookEntry[]> {
  const { processor, since, until, after, limit } = range
  return db.query<BookEntry>(MOVED, [processor, since, until, after.id, after.kind, limit])
}

const BY_ID = statement(
  'book entries by id',
  `${PAYMENTS} where p.id = any ($1) and p.surplus_of is null union all ${REFUNDS} where r.id = any ($1)
   union all ${REVERSALS} where p.id = any ($1) and ${totalOf('reversed_minor')} > 0
   union all ${REINSTATEMENTS} where p.id = any ($1) and ${totalOf('reinstated_minor')} > 0`,
)

/** Payments and refunds of these ids, in any state. */
export async function readBookEntries(db: Queryable, ids: readonly string[]): Promise<BookEntry[]> {
  return db.query<BookEntry>(BY_ID, [ids])
}
