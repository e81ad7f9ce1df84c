import type { ClientBase } from 'pg'
import type { ProcessorBooks, Tables } from './books.ts'

const MERCHANTS = `select id, late_payments as "latePayments", callback_url as "callbackUrl" from merchants
  where id = any ($1::uuid[]) order by id`
const SESSIONS = `select id, merchant_id as "merchantId", status, payment_status as "paymentStatus", currency,
    amount_minor as "amountMinor", amount_refunded_minor as "amountRefundedMinor",
    amount_reversed_minor as "amountReversedMinor",
    to_jsonb(sessions) -> 'amount_reinstated_minor' as "amountReinstatedMinor",
    coalesce(details -> 'paymentMethodDiscounts', '{}') as discounts,
    order_reference as "orderReference", event_sequence as "eventSequence", paid_late as "paidLate"
  from sessions where merchant_id = any ($1::uuid[]) order by id`
const PAYMENTS = `select p.id, p.session_id as "sessionId", p.attempt_key as "idempotencyKey", p.status, p.method,
    p.amount_minor as "amountMinor", to_jsonb(p) -> 'discount_minor' as "discountMinor", p.currency, p.installments, p.captured_minor as "capturedMinor",
    p.captured_currency as "capturedCurrency",
    p.refunded_minor as "refundedMinor", p.reversed_minor as "reversedMinor", p.accepted_by as "acceptedBy", p.late,
    to_jsonb(p) ->> 'surplus_of' as "surplusOf",
    to_jsonb(p) -> 'reinstated_minor' as "reinstatedMinor", to_jsonb(p) ->> 'capture_method' as "captureMethod",
    to_jsonb(p) -> 'authorized_minor' as "authorizedMinor", to_jsonb(p) -> 'capture_minor' as "captureMinor",
    to_jsonb(p) ->> 'intent' as intent, to_jsonb(p) ->> 'void_reason' as "voidReason",
    to_jsonb(p) ? 'refund_owed_at' as "keepsDebts", to_jsonb(p) ->> 'refund_owed_at' as "refundOwedAt",
    to_jsonb(p) ->> 'unexplained_since' as "unexplainedSince"
  from payments p join sessions s on s.id = p.session_id where s.merchant_id = any ($1::uuid[]) order by p.id`
const REFUNDS = `select r.id, r.session_id as "sessionId", r.payment_id as "paymentId", r.status,
    r.amount_minor as "amountMinor", r.currency, r.reason
  from refunds r join sessions s on s.id = r.session_id where s.merchant_id = any ($1::uuid[]) order by r.id`
const EVENTS = `select id, merchant_id as "merchantId", session_id as "sessionId", type, sequence, body from events
  where merchant_id = any ($1::uuid[]) order by id`
const DELIVERIES = `select id, event_id as "eventId", merchant_id as "merchantId", status from deliveries
  where merchant_id = any ($1::uuid[]) order by id`
const ATTEMPTS = `select a.delivery_id as "deliveryId", a.number, a.status_code as "statusCode", a.error
  from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.merchant_id = any ($1::uuid[])
  order by a.delivery_id, a.number`
const LEDGER = `select e.sequence, e.payment_id as "paymentId", e.refund_id as "refundId", e.kind,
    e.amount_minor as "amountMinor", e.currency
  from simulator.ledger_entries e join simulator.payments p on p.id = e.payment_id
  where p.merchant_id = any ($1::uuid[]) order by e.sequence`
const PROCESSOR_REFUNDS = `select r.id, r.payment_id as "paymentId", r.amount_minor as "amountMinor", r.status
  from simulator.refunds r join simulator.payments p on p.id = r.payment_id
  where p.merchant_id = any ($1::uuid[]) order by r.id`

const DISPUTES = `select d.id, d.session_id as "sessionId", d.payment_id as "paymentId", d.processor_reference as reference, d.stage,
    d.status, array(select s.kind from dispute_steps s where s.dispute_id = d.id order by s.kind) as steps
  from disputes d where d.merchant_id = any ($1::uuid[]) order by d.id`
/** A release before disputes has no table of them. */
const HAS_DISPUTES = `select to_regclass('dispute_steps') is not null as has`

/** Statements by the name of their result. */
const READ = {
  merchants: MERCHANTS,
  sessions: SESSIONS,
  payments: PAYMENTS,
  refunds: REFUNDS,
  events: EVENTS,
  deliveries: DELIVERIES,
  attempts: ATTEMPTS,
  ledger: LEDGER,
  processorRefunds: PROCESSOR_REFUNDS,
}
type Read = Omit<Tables, 'processor'> & {
  ledger: ProcessorBooks['ledger']
  processorRefunds: ProcessorBooks['refunds']
}

/** One statement, so that all results share one snapshot. */
function inOneSnapshot(statements: Record<string, string>): string {
  const results = Object.entries(statements).map(
    ([name, text]) => `(select coalesce(json_agg(read), '[]') from (${text}) read) as "${name}"`,
  )
  return `select ${results.join(',\n  ')}`
}
const ALL = inOneSnapshot(READ)
const ALL_WITH_DISPUTES = inOneSnapshot({ ...READ, disputes: DISPUTES })

/** Copies the tables and the processor's records of some merchants. */
export async function readBooks(
  client: Pick<ClientBase, 'query'>,
  merchantIds: readonly string[],
): Promise<Tables & { processor: ProcessorBooks }> {
  const { rows: tested } = await client.query<{ has: boolean }>(HAS_DISPUTES)
  const all = tested[0]?.has === true ? ALL_WITH_DISPUTES : ALL
  const { rows } = await client.query<Read>(all, [merchantIds])
  const [read] = rows
  if (read === undefined) throw new Error('PostgreSQL answered nothing')
  const { ledger, processorRefunds, ...tables } = read
  return { ...tables, processor: { ledger, refunds: processorRefunds } }
}
