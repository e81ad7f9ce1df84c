import { preparedStatement, type Queryable } from './prepared-statement.ts'

const next = preparedStatement(
  'find_next_due',
  `select min(at) as at from (
     select p.due_at as at from simulator.payments p where p.merchant_id = $1 and p.due_at > $2
     union all
     select r.due_at from simulator.refunds r join simulator.payments p on p.id = r.payment_id
     where p.merchant_id = $1 and r.due_at > $2
     union all
     select n.next_attempt_at from simulator.notifications n join simulator.payments p on p.id = n.payment_id
     where p.merchant_id = $1 and n.delivered_at is null and n.next_attempt_at > $2
   ) due`,
)

/** The next time after `after` at which work of a merchant is due. */
export async function findNextDue(
  db: Queryable,
  merchantId: string,
  after: Date,
): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date | null }>(next([merchantId, after]))
  return rows[0]?.at ?? undefined
}
