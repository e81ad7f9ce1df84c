/**
 * SQL: what refunds that succeeded gave back of a payment `p`; `refunded_minor` counts pending refunds, too. A payment without
 * refunds needs no subquery.
 */
export const refundedMinorOf = <const Payment extends string>(p: Payment) =>
  `(case when ${p}.refunded_minor = 0 then 0 else ${p}.refunded_minor - (
      select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = ${p}.id and r.status = 'pending'
    ) end)::bigint` as const

/** SQL: whether a dispute of payment `p` of session `s` is open. The limit keeps plans from reading all disputes at once. */
export const isDisputed = <const Payment extends string, const Session extends string>(
  p: Payment,
  s: Session,
) =>
  `(${p}.captured_minor > 0 and coalesce((
      select true from disputes x
      where x.session_id = ${s}.id and x.payment_id = ${p}.id and x.status in ('needs_response', 'under_review') limit 1
    ), false))` as const

/** SQL: sorts the payments `l` of a session as `shownPayment` does: the first one is shown. */
export const SHOWN_FIRST =
  `case when l.status = 'succeeded' then 0 when l.status in ('failed', 'voided') then
    case when l.captured_minor > 0 then 2 else 3 end else 1 end, l.id desc` as const

const IS_ENDED = `w.status in ('expired', 'canceled')` as const

const NOT_REFUNDED =
  `case when shown.reinstated_minor > 0 then 'reinstated' else 'paid' end` as const

/**
 * SQL: the word of `standing` for a session `w` and its payment `shown`. Only filters need it here: whatever shows a payment asks
 * the rule itself. A test compares the two.
 */
export const STANDING_WORD = `case
    when shown.id is null then case w.status when 'complete' then 'paid' else w.status end
    when shown.status in ('created', 'processing') then 'processing'
    when shown.status in ('requires_action', 'unknown') then shown.status
    when shown.status = 'authorized' then case when shown.capture_method = 'manual' then 'authorized' else 'processing' end
    when shown.status = 'amount_mismatch' then 'another_amount'
    when shown.status = 'failed' and shown.captured_minor = 0 then 'declined'
    when shown.status = 'voided' and shown.captured_minor = 0 then 'voided'
    when shown.refund_owed_at is not null and (shown.status in ('failed', 'voided') or ${IS_ENDED}) then 'owed'
    when ${isDisputed('shown', 'w')} then 'disputed'
    when shown.reversed_minor - shown.reinstated_minor >= shown.captured_minor then 'taken_back'
    when shown.reversed_minor > shown.reinstated_minor then 'partially_taken_back'
    when shown.status in ('failed', 'voided') or ${IS_ENDED} then 'refunded'
    when shown.refunded_minor = 0 then ${NOT_REFUNDED}
    else case ${refundedMinorOf('shown')} when 0 then ${NOT_REFUNDED} when shown.captured_minor then 'refunded'
      else 'partially_refunded' end
  end` as const

/** SQL: what `standing` calls charged, in minor units, and its currency. */
export const CHARGED_MINOR =
  'case when shown.captured_minor > 0 then shown.captured_minor else coalesce(shown.amount_minor, w.amount_minor) end' as const
export const CHARGED_CURRENCY =
  'coalesce(case when shown.captured_minor > 0 then shown.captured_currency end, w.currency)' as const

/** SQL: the columns of a payment `l` that these texts read of `shown`. */
export const STANDING_COLUMNS =
  'l.id, l.status, l.amount_minor, l.captured_minor, l.captured_currency, l.refunded_minor, l.reversed_minor, l.reinstated_minor, l.refund_owed_at, l.capture_method' as const
