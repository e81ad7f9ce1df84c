import type { EventType } from '#contract/event.ts'
import type { MerchantFacts } from '#contract/merchant.ts'
import type { Customer } from '#contract/session.ts'
import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { PAYMENT_COLUMNS, paymentFromJson, type PaymentRecord } from '../payments/payments.ts'
import type { SessionRecord } from '../sessions/sessions.ts'

/** What a disputed payment's story is made of, besides the dispute and the refunds. */
export interface EvidenceRecord extends Pick<
  SessionRecord,
  'details' | 'orderReference' | 'amountMinor' | 'currency' | 'createdAt' | 'personalDataRemovedAt'
> {
  payment: PaymentRecord
  /** As the shopper gave it for this payment, else as the merchant sent it. */
  customer: Customer | null
  merchant: MerchantFacts & { name: string; country: string; timeZone: string | null }
  openedAt: Date | null
  receiptSentAt: Date | null
  events: EvidenceEvent[]
}

export interface EvidenceEvent {
  type: EventType
  createdAt: string
  /** When the merchant's server first took it. */
  takenAt: string | null
}

/** More than any real session has. */
const ROWS_MAX = 200

const EVENTS = `(
    select json_agg(json_build_object('type', e.type, 'createdAt', e.created_at, 'takenAt', (
      select min(d.finished_at) from deliveries d where d.event_id = e.id and d.status = 'succeeded'
    )) order by e.sequence)
    from (
      select * from events where session_id = s.id and type like any (array['session.%', 'payment.%'])
      and coalesce(body::jsonb #>> '{data,payment,id}', :paymentId) = :paymentId order by sequence limit ${ROWS_MAX}
    ) e
  )`

const READ = named(
  'evidence of dispute',
  `select s.details, s.order_reference as "orderReference", s.amount_minor as "amountMinor", s.currency,
     s.created_at as "createdAt", s.personal_data_removed_at as "personalDataRemovedAt",
     (select to_jsonb(disputed) from (select ${PAYMENT_COLUMNS} from payments p where p.id = :paymentId) disputed) as payment,
     coalesce((select nullif(p.customer, '{}') from payments p where p.id = :paymentId), s.details -> 'customer') as customer,
     jsonb_build_object('name', m.name, 'country', m.country, 'timeZone', m.time_zone, 'legalName', m.legal_name,
       'taxId', m.tax_id, 'supportEmail', m.support_email, 'supportPhone', m.support_phone, 'termsUrl', m.terms_url,
       'privacyUrl', m.privacy_url) as merchant,
     (select o.opened_at from session_openings o where o.session_id = s.id) as "openedAt",
     (select r.finished_at from receipt_emails r where r.payment_id = :paymentId and r.status = 'sent') as "receiptSentAt",
     coalesce(${EVENTS}, '[]') as events
   from sessions s join merchants m on m.id = s.merchant_id where s.id = :sessionId`,
)

type Row = Omit<EvidenceRecord, 'payment'> & { payment: Parameters<typeof paymentFromJson>[0] }

/** One statement, so that a payment and its events agree. */
export async function readEvidenceRecord(
  db: Queryable,
  disputed: { sessionId: string; paymentId: string },
): Promise<EvidenceRecord> {
  const [row] = await db.query<Row>(READ, READ.values(disputed))
  const payment = row === undefined ? null : paymentFromJson(row.payment)
  if (row === undefined || payment === null) throw new Error('a dispute has no payment')
  return { ...row, payment }
}
