import type { CardBrand, DeclineCode, PaymentMethod, PaymentState } from '#contract/payment.ts'
import type { RefundState } from '#contract/refund.ts'
import type { Customer } from '#contract/session.ts'
import type { ProcessorReferences, RefundReferences } from '#domain/settle.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { filterValues, MATCHES_FILTERS, type SessionFilters } from '../sessions/session-filters.ts'

/** A range of ids of one merchant, of which a page is read. */
export interface ExportPage {
  merchantId: string
  /** The page's ids are at least `from` and less than `below`. */
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
  /** Whether it matches the filters. */
  isWanted: boolean
  /** Null unless it was asked for. */
  customer: Customer | null
}

/** Filters of the payments that are wanted, and whether their customers are read, too. */
export interface ExportedWith extends SessionFilters {
  persons: boolean
}

const PAYMENTS = plannedPerCall(
  named(
    'payments to export',
    `select shown.id, shown.session_id as "sessionId", w.order_reference as "orderReference", shown.status,
       shown.decline_code as "declineCode", shown.method, shown.card_brand as "cardBrand",
       shown.card_last_four as "cardLastFour", shown.installments, shown.currency, shown.amount_minor as "amountMinor",
       shown.captured_currency as "capturedCurrency", shown.captured_minor as "capturedMinor",
       shown.refunded_minor as "refundedMinor", shown.late, shown.created_at as "createdAt",
       shown.succeeded_at as "succeededAt", shown.processor, shown.processor_references as "references",
       (${MATCHES_FILTERS}) as "isWanted", case when :persons::boolean then
         coalesce(shown.customer, nullif(w.details -> 'customer', 'null'), '{}') end as customer
     from payments shown join sessions w on w.id = shown.session_id
     where shown.merchant_id = :merchantId and shown.id collate "POSIX" >= :from and shown.id collate "POSIX" < :below
     order by shown.id collate "POSIX" limit :limit`,
  ),
)

/** Payments of a merchant, oldest first. */
export async function readPaymentsToExport(
  db: Queryable,
  page: ExportPage,
  { persons, ...filters }: ExportedWith,
): Promise<ExportedPayment[]> {
  const values = { ...page, persons, ...filterValues(filters) }
  return db.query<ExportedPayment>(PAYMENTS, PAYMENTS.values(values))
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

const REFUNDS = plannedPerCall(
  named(
    'refunds to export',
    `select r.id, r.payment_id as "paymentId", r.session_id as "sessionId", s.order_reference as "orderReference",
       r.status, r.currency, r.amount_minor as "amountMinor", r.reason, r.created_at as "createdAt",
       r.updated_at as "updatedAt", p.processor, r.processor_references as "references"
     from refunds r join sessions s on s.id = r.session_id join payments p on p.id = r.payment_id
     where r.merchant_id = :merchantId and r.id collate "POSIX" >= :from and r.id collate "POSIX" < :below
     order by r.id collate "POSIX" limit :limit`,
  ),
)

/** Refunds of a merchant, oldest first. */
export async function readRefundsToExport(
  db: Queryable,
  page: ExportPage,
): Promise<ExportedRefund[]> {
  return db.query<ExportedRefund>(REFUNDS, REFUNDS.values({ ...page }))
}
