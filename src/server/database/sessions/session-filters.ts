import type { DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { SessionPaymentState, SessionState } from '#contract/session.ts'
import { currenciesOf } from '#domain/currency.ts'

/** Filters of sessions and their payments; null: any. */
export interface SessionFilters {
  status: SessionState | null
  paymentStatus: SessionPaymentState | null
  /** Whether the outcome of the payment is unknown. */
  unknown: boolean | null
  method: PaymentMethod | null
  /** Whether the payment was declined. */
  declined: boolean | null
  declineCode: DeclineCode | null
  /** Whether the payment's money came after the session had ended. */
  late: boolean | null
  /** Decimals of the session's currency, as in `259.90`; both included. */
  amountFrom: string | null
  amountTo: string | null
}

const UNIT = `case when w.currency = any(:wholeCurrencies::text[]) then 1
    when w.currency = any(:thousandthCurrencies::text[]) then 1000 else 100 end`

/** SQL: the condition on a session `w` and its payment `shown`. */
export const MATCHES_FILTERS = `(:status::text is null or w.status = :status)
    and (:paymentStatus::text is null or w.payment_status = :paymentStatus)
    and (:unknown::boolean is null or coalesce(shown.status = 'unknown', false) = :unknown)
    and (:amountFrom::numeric is null or w.amount_minor >= :amountFrom::numeric * ${UNIT})
    and (:amountTo::numeric is null or w.amount_minor <= :amountTo::numeric * ${UNIT})
    and (:method::text is null or shown.method = :method)
    and (:declined::boolean is null or (shown.decline_code is not null) = :declined)
    and (:declineCode::text is null or shown.decline_code = :declineCode)
    and (:late::boolean is null or coalesce(shown.late, false) = :late)` as const

/** The values of `MATCHES_FILTERS`. */
export function filterValues({
  status = null,
  paymentStatus = null,
  unknown = null,
  method = null,
  declined = null,
  declineCode = null,
  late = null,
  amountFrom = null,
  amountTo = null,
}: Partial<SessionFilters>) {
  return {
    status,
    paymentStatus,
    unknown,
    method,
    declined,
    declineCode,
    late,
    amountFrom,
    amountTo,
    wholeCurrencies: currenciesOf(0),
    thousandthCurrencies: currenciesOf(3),
  }
}
