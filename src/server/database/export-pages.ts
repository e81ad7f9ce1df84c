import type { CardBrand, DeclineCode, PaymentMethod, PaymentState } from '../../contract/payment.ts'
import type { RefundState } from '../../contract/refund.ts'
import type { ProcessorReferences, RefundReferences } from '../../domain/settle.ts'
import { plannedPerCall, type Queryable } from './database.ts'
import { named } from './named-statement.ts'

/** A range of ids of one merchant, of which a page is read. */
export interface ExportPage {
  merchantId: string
  /** The first id that may be in it, and the first that may not. */
  from: string
  below: string
  limit: number
}

export interface ExportedPayment {
  id: string
  sessionId: string
  orderReference: string | null
  status: PaymentState
  declineCode: DeclineCode | null
  method: PaymentMethod
  cardBrand: CardBrand | null
  cardLastFour: string | null
  installments: number
  currency: string
  amountMinor: number
  /** Null: the currency that was asked. */
  capturedCurrency: string | null
  capturedMinor: number
  refundedMinor: number
  late: boolean
  createdAt: Date
  succeededAt: Date | null
  processor: string
  references: ProcessorReferences | null
}

const PAYMENTS = plannedPerCall(
  named(
    'payments to export',
    `select p.id, p.session_id as "sessionId", s.order_reference as "orderReference", p.status, p.decline_code as "declineCode",
       p.method, p.card_brand as "cardBrand", p.card_last_four as "cardLastFour", p.installments, p.currency,
       p.amount_minor as "amountMinor", p.captured_currency as "capturedCurrency", p.captured_minor as "capturedMinor",
       p.refunded_minor as "refundedMinor", p.late, p.created_at as "createdAt", p.succeeded_at as "succeededAt",
       p.processor, p.processor_references as "references"
     from payments p join sessions s on s.id = p.session_id
     where p.merchant_id = :merchantId and p.id collate "POSIX" >= :from and p.id collate "POSIX" < :below
     order by p.id collate "POSIX" limit :limit`,
  ),
)

/** Payments of a merchant, oldest first. */
export async function readPaymentsToExport(
  db: Queryable,
  page: ExportPage,
): Promise<ExportedPayment[]> {
  return db.query<ExportedPayment>(PAYMENTS, PAYMENTS.values({ ...page }))
}

export interface ExportedRefund {
  id: string
  paymentId: string
  sessionId: string
  orderReference: string | null
  status: RefundState
  currency: string
  amountMinor: number
  reason: string | null
  createdAt: Date
  updatedAt: Date
  processor: string
  references: RefundReferences | null
}

/** Of another merchant nothing but the id is read: where the next page begins. */
export type ScannedRefund = ({ isOwn: true } & ExportedRefund) | { isOwn: false; id: string }

const REFUNDS = plannedPerCall(
  named(
    'refunds to export',
    `select scanned.id, s.id is not null as "isOwn", r.payment_id as "paymentId", r.session_id as "sessionId",
       s.order_reference as "orderReference", r.status, r.currency, r.amount_minor as "amountMinor", r.reason,
       r.created_at as "createdAt", r.updated_at as "updatedAt", p.processor, r.processor_references as "references"
     from (
       select id, session_id from refunds where id >= :from and id < :below order by id limit :limit
     ) scanned
     left join sessions s on s.id = scanned.session_id and s.merchant_id = :merchantId
     left join refunds r on r.id = scanned.id and s.id is not null
     left join payments p on p.id = r.payment_id
     order by scanned.id`,
  ),
)

/** A part of all refunds, oldest first, with those of the merchant in full. */
export async function readRefundsToExport(
  db: Queryable,
  page: ExportPage,
): Promise<ScannedRefund[]> {
  return db.query<ScannedRefund>(REFUNDS, REFUNDS.values({ ...page }))
}
