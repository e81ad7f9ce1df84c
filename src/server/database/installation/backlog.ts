import { statement, type Queryable } from '../engine/database.ts'
import { ENDED } from '../payments/payment-states.ts'

export interface Backlog {
  oldestUndeliveredSeconds: number
  pendingDeliveries: number
  exhaustedDeliveries: number
  unknownPayments: number
  oldestUnknownPaymentSeconds: number
  amountMismatches: number
  overdueInquirySeconds: number
  oldestUnsentReceiptSeconds: number
  owedRefunds: number
  owedRefundAgeSeconds: number
  authorizationsEnding: number
  oldestIntentSeconds: number
  disputesDue: number
}

const READ = statement(
  'backlog',
  `select
     coalesce((select extract(epoch from $1 - min(created_at)) from deliveries where status = 'pending'), 0)::float8
       as "oldestUndeliveredSeconds",
     (select count(*) from deliveries where status = 'pending')::int as "pendingDeliveries",
     (select count(*) from deliveries where status = 'exhausted')::int as "exhaustedDeliveries",
     (select count(*) from payments where status = 'unknown')::int as "unknownPayments",
     coalesce((select extract(epoch from $1 - min(created_at)) from payments where status = 'unknown'), 0)::float8
       as "oldestUnknownPaymentSeconds",
     -- Both conditions: the index payments_one_live serves the second.
     (select count(*) from payments where status = 'amount_mismatch' and status not in (${ENDED}))::int
       as "amountMismatches",
     coalesce((select greatest(extract(epoch from $1 - min(next_inquiry_at)), 0) from payments
       where next_inquiry_at is not null), 0)::float8 as "overdueInquirySeconds",
     coalesce((select extract(epoch from $1 - min(created_at)) from receipt_emails where status = 'pending'), 0)::float8
       as "oldestUnsentReceiptSeconds",
     (select count(*) from payments where refund_owed_at is not null)::int as "owedRefunds",
     coalesce((select extract(epoch from $1 - min(refund_owed_at)) from payments where refund_owed_at is not null), 0)::float8
       as "owedRefundAgeSeconds",
     (select count(*) from payments where status = 'authorized' and intent is null
       and capture_before <= $1::timestamptz + interval '24 hours')::int as "authorizationsEnding",
     -- What was never sent has waited since it was due.
     coalesce((select greatest(extract(epoch from $1 - min(coalesce(intent_sent_at, next_intent_at))), 0) from payments
       where intent is not null), 0)::float8 as "oldestIntentSeconds",
     (select count(*) from disputes where status = 'needs_response'
       and respond_by > $1 and respond_by <= $1::timestamptz + interval '2 days')::int as "disputesDue"`,
)

/** Work that is not finished: gauges that operators alert on. */
export async function readBacklog(db: Queryable, now: Date): Promise<Backlog> {
  const [row] = await db.query<Backlog>(READ, [now])
  if (row === undefined) throw new Error('the backlog has no row')
  return row
}
