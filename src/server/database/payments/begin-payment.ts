import type { Customer } from '#contract/session.ts'
import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { publishing } from '../engine/notices.ts'
import { PAYMENT_COLUMNS, type NewPayment, type PaymentRecord } from './payments.ts'
import { sessionNotice } from '../sessions/session-notices.ts'

// Skips a locked session instead of waiting: other statements on the same connection would wait behind it.
const BEGIN = publishing(
  named(
    'begin payment',
    `with free as materialized (
       -- guard: begin-from-version
       select id from sessions s where s.id = :sessionId and s.version = :version
         and not exists (select from payments k where k.session_id = :sessionId and k.attempt_key = :idempotencyKey)
       for no key update skip locked
     ), session as (
       update sessions s set payment_status = 'processing', attempts = :number, version = s.version + 1,
         details = s.details || jsonb_build_object('customer', :customer::jsonb, 'prefill', :prefill::jsonb)
       from free where s.id = free.id
       returning s.id, s.merchant_id, s.amount_minor, s.version
     ), payment as (
       insert into payments (id, session_id, merchant_id, attempt_key, method, amount_minor, currency, installments, customer,
         locale, card_brand, card_last_four, processor, number, created_at, updated_at, next_inquiry_at,
         payee_name, discount_minor, interest_minor, capture_method)
       select :id, s.id, s.merchant_id, :idempotencyKey, :method, :amountMinor, :currency, :installments, :customer,
         :locale, :cardBrand, :cardLastFour, :processor, :number, :now, :now, :nextInquiryAt,
         :payeeName, :discountMinor, :amountMinor - (s.amount_minor - :discountMinor),
         :captureMethod
       from session s
       returning *
     )
     select ${PAYMENT_COLUMNS}, array[${sessionNotice('s.id', 's.version')}] as notices from payment p, session s`,
  ),
)

/**
 * Inserts a payment and changes its session in one statement, if the session's version is still the one that was read
 * (optimistic locking: every change of a session increments its version). Returns undefined and writes nothing when the
 * version has changed, when another transaction has locked the session, or when a payment has this idempotency key.
 */
export async function beginPayment(
  db: Queryable,
  payment: NewPayment & { version: number; prefill: Customer | null },
): Promise<PaymentRecord | undefined> {
  const customer = JSON.stringify(payment.customer)
  const prefill = JSON.stringify(payment.prefill)
  const values = BEGIN.values({ ...payment, customer, prefill })
  return (await db.query<PaymentRecord>(BEGIN, values))[0]
}
