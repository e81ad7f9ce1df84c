import { z } from 'zod'
import { preparedStatement, type Queryable } from './prepared-statement.ts'
import { scopeValues, inScope, type DueScope } from './due-scope.ts'

const StoredRefund = z.object({
  id: z.string(),
  paymentId: z.string(),
  // The driver returns bigint as text.
  amountMinor: z.coerce.number(),
  currency: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed', 'reversed']),
})
export type StoredRefund = z.infer<typeof StoredRefund>

const SELECT = `select id, payment_id as "paymentId", amount_minor as "amountMinor", currency, status
  from simulator.refunds`

const insert = preparedStatement(
  'insert_refund',
  `insert into simulator.refunds (id, payment_id, amount_minor, currency, status, due_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

export async function insertRefund(
  db: Queryable,
  refund: StoredRefund,
  { dueAt, now }: { dueAt: Date | null; now: Date },
): Promise<void> {
  const { id, paymentId, amountMinor, currency, status } = refund
  await db.query(insert([id, paymentId, amountMinor, currency, status, dueAt, now]))
}

const byId = preparedStatement('find_refund', `${SELECT} where id = $1`)

export async function findRefund(db: Queryable, id: string): Promise<StoredRefund | undefined> {
  const { rows } = await db.query(byId([id]))
  return rows.length === 0 ? undefined : StoredRefund.parse(rows[0])
}

const sum = preparedStatement(
  'sum_refunds',
  `select coalesce(sum(amount_minor), 0)::text as "refundedMinor" from simulator.refunds
   where payment_id = $1 and status not in ('failed', 'reversed')`,
)

/** The refunded amount of a payment in minor units, pending refunds included. */
export async function sumRefundedMinor(db: Queryable, paymentId: string): Promise<number> {
  const { rows } = await db.query<{ refundedMinor: string }>(sum([paymentId]))
  return Number(rows[0]?.refundedMinor)
}

const settleDue = preparedStatement(
  'settle_due_refunds',
  `update simulator.refunds set status = case status when 'pending' then 'succeeded' else 'reversed' end, due_at = null
   where id in (select r.id from simulator.refunds r join simulator.payments p on p.id = r.payment_id
     where r.due_at <= $1 and ${inScope(3)} order by r.due_at limit $2 for update of r skip locked)
   returning id, payment_id as "paymentId", amount_minor as "amountMinor", currency, status`,
)

/** Settles the due refunds, or lets their money come back, and returns them. */
export async function updateDueRefunds(
  db: Queryable,
  now: Date,
  limit: number,
  scope: DueScope,
): Promise<StoredRefund[]> {
  const { rows } = await db.query(settleDue([now, limit, ...scopeValues(scope)]))
  return z.array(StoredRefund).parse(rows)
}

const markReturned = preparedStatement(
  'return_refund',
  `update simulator.refunds set status = 'reversed', due_at = null where id = $1 and status = 'succeeded' returning 1`,
)

/** Marks a refund whose money came back; false unless it had succeeded. */
export async function updateReturned(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(markReturned([id]))).rows.length === 1
}
