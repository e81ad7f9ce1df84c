import type { CardBrand, DeclineCode, PaymentMethod, PaymentState } from '#contract/payment.ts'
import type { Customer, SessionState } from '#contract/session.ts'
import type { ProcessorReferences } from '#domain/settle.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import type { ExportPage } from '../engine/read-page.ts'
import { isDisputed, refundedMinorOf } from './standing-sql.ts'
import { filterValues, MATCHES_FILTERS, type SessionFilters } from '../sessions/session-filters.ts'

export interface ExportedPayment {
  id: string
  merchantId: string
  merchantName: string
  sessionId: string
  sessionStatus: SessionState
  orderReference: string | null
  status: PaymentState
  declineCode: DeclineCode | null
  method: PaymentMethod
  cardBrand: CardBrand | null
  cardLastFour: string | null
  installments: number
  currency: string
  amountMinor: number
  /** Of installments, part of the amount; null for payments of before it was kept. */
  interestMinor: number | null
  /** Taken off for paying by this method. */
  discountMinor: number
  /** Null: the currency that was asked. */
  capturedCurrency: string | null
  capturedMinor: number
  /** Of refunds that succeeded. */
  refundedMinor: number
  reversedMinor: number
  reinstatedMinor: number
  /** Whether its money is not kept, and not all given back yet. */
  isOwed: boolean
  isDisputed: boolean
  /** Null: automatic. */
  captureMethod: 'manual' | null
  /** What is, or was, held until somebody captures or releases it. */
  authorizedMinor: number | null
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
export interface ExportedWith extends Partial<SessionFilters> {
  persons: boolean
}

const SELECTED =
  `shown.id, shown.merchant_id as "merchantId", m.name as "merchantName", shown.session_id as "sessionId",
  w.status as "sessionStatus", w.order_reference as "orderReference", shown.status, shown.decline_code as "declineCode", shown.method, shown.card_brand as "cardBrand",
  shown.card_last_four as "cardLastFour", shown.installments, shown.currency, shown.amount_minor as "amountMinor",
  shown.interest_minor as "interestMinor", shown.discount_minor as "discountMinor",
  shown.captured_currency as "capturedCurrency", shown.captured_minor as "capturedMinor",
  ${refundedMinorOf('shown')} as "refundedMinor", shown.reversed_minor as "reversedMinor", shown.reinstated_minor as "reinstatedMinor",
  shown.refund_owed_at is not null as "isOwed", ${isDisputed('shown', 'w')} as "isDisputed", shown.capture_method as "captureMethod",
  case when shown.capture_method = 'manual' then shown.authorized_minor end as "authorizedMinor", shown.late, shown.created_at as "createdAt",
  shown.succeeded_at as "succeededAt", shown.processor, shown.processor_references as "references",
  (${MATCHES_FILTERS}) as "isWanted", case when :persons::boolean then
    coalesce(shown.customer, nullif(w.details -> 'customer', 'null'), '{}') end as customer
  from payments shown join sessions w on w.id = shown.session_id join merchants m on m.id = shown.merchant_id` as const

const OF_MERCHANT = plannedPerCall(
  named(
    'payments to export',
    `select ${SELECTED}
     where shown.merchant_id = :merchantId and shown.id collate "POSIX" >= :from and shown.id collate "POSIX" < :below
     order by shown.id collate "POSIX" limit :limit`,
  ),
)

const OF_ALL = plannedPerCall(
  named(
    'payments of all merchants to export',
    `select ${SELECTED} where shown.id >= :from and shown.id < :below order by shown.id limit :limit`,
  ),
)

/** Payments of a merchant or of all, oldest first. */
export async function readPaymentsToExport(
  db: Queryable,
  page: ExportPage,
  { persons, ...filters }: ExportedWith,
): Promise<ExportedPayment[]> {
  const { merchantId, ...range } = page
  const values = { ...range, persons, ...filterValues(filters) }
  return merchantId === null
    ? db.query<ExportedPayment>(OF_ALL, OF_ALL.values(values))
    : db.query<ExportedPayment>(OF_MERCHANT, OF_MERCHANT.values({ ...values, merchantId }))
}
