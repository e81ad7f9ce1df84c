import type { DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { StandingWord } from '#contract/dashboard/standing-words.ts'
import type { SessionState } from '#contract/session.ts'
import { currenciesOf } from '#domain/currency.ts'
import { CHARGED_CURRENCY, CHARGED_MINOR, STANDING_WORD } from '../payments/standing-sql.ts'

/** Filters of sessions and their payments; null: any. */
export interface SessionFilters {
  status: SessionState | null
  /** What the payment is: one of these. */
  standings: readonly StandingWord[] | null
  /** Whether a bank took back money of the payment. */
  takenBack: boolean | null
  method: PaymentMethod | null
  /** Whether the payment was declined. */
  declined: boolean | null
  declineCode: DeclineCode | null
  /** Whether the payment's money came after the session had ended. */
  late: boolean | null
  /** Of what is charged, as decimals of its currency, as in `259.90`; both included. */
  amountFrom: string | null
  amountTo: string | null
}

const UNIT = `case when ${CHARGED_CURRENCY} = any(:wholeCurrencies::text[]) then 1
    when ${CHARGED_CURRENCY} = any(:thousandthCurrencies::text[]) then 1000 else 100 end` as const

/** SQL: the condition on a session `w` and its payment `shown`. */
export const MATCHES_FILTERS = `(:status::text is null or w.status = :status)
    and (:standings::text[] is null or ${STANDING_WORD} = any(:standings))
    and (:takenBack::boolean is null or coalesce(shown.reversed_minor > shown.reinstated_minor, false) = :takenBack)
    and (:amountFrom::numeric is null or ${CHARGED_MINOR} >= :amountFrom::numeric * ${UNIT})
    and (:amountTo::numeric is null or ${CHARGED_MINOR} <= :amountTo::numeric * ${UNIT})
    and (:method::text is null or shown.method = :method)
    and (:declined::boolean is null or (shown.decline_code is not null) = :declined)
    and (:declineCode::text is null or shown.decline_code = :declineCode)
    and (:late::boolean is null or coalesce(shown.late, false) = :late)` as const

/** The values of `MATCHES_FILTERS`. */
export function filterValues({
  status = null,
  standings = null,
  takenBack = null,
  method = null,
  declined = null,
  declineCode = null,
  late = null,
  amountFrom = null,
  amountTo = null,
}: Partial<SessionFilters>) {
  return {
    status,
    standings,
    takenBack,
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
