import type { ProcessorState } from '#domain/settle.ts'
import type { Surplus } from '#domain/surplus.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { PAYMENT_COLUMNS, type PaymentRecord } from './payments.ts'

const OF_PAYMENT = statement(
  'surpluses of payment',
  `select ${PAYMENT_COLUMNS}, p.refunded_minor - (
     select coalesce(sum(r.amount_minor), 0) from refunds r
     where r.session_id = p.session_id and r.payment_id = p.id and r.status = 'pending'
   )::bigint as "returnedMinor"
   from payments p where p.session_id = $1 and p.surplus_of = $2 order by p.inserted_at, p.id`,
)

/** The surplus payments of a payment, for money that came on top of it; oldest first. */
export async function listSurpluses(
  tx: Queryable,
  { sessionId, id }: Pick<PaymentRecord, 'sessionId' | 'id'>,
): Promise<(PaymentRecord & Surplus)[]> {
  return tx.query<PaymentRecord & Surplus>(OF_PAYMENT, [sessionId, id])
}

// Without a number, a surplus is never a session's last payment.
const INSERT = named(
  'insert surplus payment',
  `insert into payments as p (id, session_id, merchant_id, surplus_of, status, decline_code, late, captured_minor, captured_currency,
     succeeded_at, method, amount_minor, discount_minor, interest_minor, currency, installments, locale, processor,
     processor_references, payee_name, created_at, updated_at)
   select :id, o.session_id, (select s.merchant_id from sessions s where s.id = o.session_id), o.id, 'failed', 'replaced', true, :capturedMinor, o.captured_currency,
     :now, o.method, o.amount_minor, o.discount_minor, o.interest_minor, o.currency, o.installments, o.locale, o.processor,
     o.processor_references - 'endToEndId', o.payee_name, :now, :now
   from payments o where o.id = :paymentId returning ${PAYMENT_COLUMNS}`,
)

/** Inserts money that came on top of a payment, as a late payment of its session. */
export async function insertSurplus(
  tx: Queryable,
  surplus: { id: string; paymentId: string; capturedMinor: number; now: Date },
): Promise<PaymentRecord> {
  const [payment] = await tx.query<PaymentRecord>(INSERT, INSERT.values(surplus))
  if (payment === undefined) throw new Error('the payment with a surplus does not exist')
  return payment
}

const KEEP_STATE = statement(
  'keep state of payment',
  'update payments set processor_state = $2 where id = $1',
)

/** Replaces what the processor's module keeps with a payment. */
export async function keepStateOfPayment(
  tx: Queryable,
  paymentId: string,
  state: ProcessorState,
): Promise<void> {
  await tx.query(KEEP_STATE, [paymentId, JSON.stringify(state)])
}
