import { statement, type Queryable } from '#server/database/engine/database.ts'
import { CALL_HAS_ENDED } from '#server/database/payments/payments.ts'

const NEXT = statement(
  'next due of merchant',
  `select min(at) as at from (
     (select s.expires_at as at from sessions s
      where s.merchant_id = $1 and s.status = 'open' and s.expires_at > $2 order by s.expires_at limit 1)
     union all
     (select p.next_inquiry_at from payments p join sessions s on s.id = p.session_id
      where s.merchant_id = $1 and p.next_inquiry_at > $2 and ${CALL_HAS_ENDED}
      order by p.next_inquiry_at limit 1)
     union all
     (select r.next_inquiry_at from refunds r join sessions s on s.id = r.session_id
      where s.merchant_id = $1 and r.next_inquiry_at > $2 order by r.next_inquiry_at limit 1)
     union all
     (select p.next_refund_at from payments p join sessions s on s.id = p.session_id
      where s.merchant_id = $1 and p.refund_owed_at is not null and p.next_refund_at > $2
      order by p.next_refund_at limit 1)
     union all
     (select d.next_attempt_at from deliveries d
      where d.merchant_id = $1 and d.status = 'pending' and d.next_attempt_at > $2
      order by d.next_attempt_at limit 1)
     union all
     (select e.next_attempt_at from receipt_emails e join sessions s on s.id = e.session_id
      where s.merchant_id = $1 and e.status = 'pending' and e.next_attempt_at > $2
      order by e.next_attempt_at limit 1)
     union all
     (select e.next_attempt_at from shopper_mails e join sessions s on s.id = e.session_id
      where s.merchant_id = $1 and e.status = 'pending' and e.next_attempt_at > $2
      order by e.next_attempt_at limit 1)
   ) due`,
)

/** The next time after `after` at which work of a merchant is due; `undefined` when there is none. */
export async function readNextDue(
  db: Queryable,
  merchantId: string,
  after: Date,
): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date | null }>(NEXT, [merchantId, after])
  return row?.at ?? undefined
}

const UNDER_WAY = statement(
  'deliveries of merchant under way',
  `select count(*)::int as count from deliveries
   where merchant_id = $1 and status = 'pending' and leased_until > $2`,
)

/** Counts a merchant's pending deliveries that are leased beyond a moment of real time. */
export async function countUnderWay(
  db: Queryable,
  merchantId: string,
  leasedBeyond: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(UNDER_WAY, [merchantId, leasedBeyond])
  return row?.count ?? 0
}
