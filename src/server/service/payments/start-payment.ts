import type { CreatePayment } from '#contract/checkout.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { Customer } from '#contract/session.ts'
import { cardCoolDownMs } from '#domain/methods/card/card-cool-down.ts'
import { newId } from '#domain/id.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { isLive } from '#domain/payment-state.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { beginPayment } from '../../database/payments/begin-payment.ts'
import {
  readCardDeclines,
  readPaymentByIdempotencyKey,
  type NewPayment,
  type PaymentRecord,
} from '../../database/payments/payments.ts'
import {
  readSessionByReference,
  waitForSession,
  type SessionForCheckout,
  type SessionWithPayment,
} from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { AMOUNT_IS_UNDECIDED } from './amount-undecided.ts'
import { done, refuse, type Outcome, type Refused } from '../outcome.ts'
import { requestPayment } from './call-processor.ts'
import type { BreakerPermit } from './processor-breaker.ts'
import { CREATED_INQUIRY_DELAY_MS } from './inquiry-schedule.ts'
import type { Processor } from '../../processors/processor.ts'
import { settleBegun } from './settle-payment.ts'
import { prefillOf } from '../sessions/prefill.ts'
import { captureAtOnce } from './capture-at-once.ts'
import { processorPayment } from './processor-payment.ts'
import { unsealCard, type UnsealedPayment, whyNotSealed } from './unseal-card.ts'

/** A payment request that was validated against its session. */
export interface RequestedPayment {
  /** Its card is in an envelope. */
  body: CreatePayment
  amountMinor: number
  /** What the discount of its method took off. */
  discountMinor: number
  customer: Customer
  /** The payer sent to the processor, where it differs from the customer. */
  payer?: Customer
  /** A repeated key starts no second payment. */
  idempotencyKey: string | undefined
  /** When the request began. Default: now. */
  startedAt?: Date
}

/**
 * Starts a payment: commits it, requests it from the processor and applies the outcome. Idempotent by
 * its key. Returns the session after the payment, unless something else has changed it meanwhile.
 */
export async function startPayment(
  context: ServiceContext,
  session: SessionForCheckout,
  reference: string,
  requested: RequestedPayment,
): Promise<Outcome<SessionForCheckout | undefined>> {
  const { amountMinor, customer, payer = customer, startedAt = context.wallClock() } = requested
  const unsealed = unsealCard(context, requested.body)
  const { body } = unsealed
  const { merchantId } = session
  const processor = context.processors.forMethod(body.method)
  if (processor === undefined) return noAccountFor(body.method)
  const permit = context.processorBreaker.permit({
    merchantId,
    sessionId: session.id,
    network: body.shopperNetwork,
    method: body.method,
  })
  try {
    const begun = await begin(context, session, { ...requested, unsealed, processor }, permit)
    if (begun.outcome === 'refused') return begun
    if (begun.outcome === 'known') return done(undefined)
    const known = begun.session
    const { payment } = known
    const asked = { id: payment.id, amountMinor, customer: payer, body, reference }
    const outcome = await requestPayment(context, () =>
      permit.run(() =>
        processor.createPayment(processorPayment(context, processor, session, asked)),
      ),
    )
    const settled = await settleBegun(context, known, outcome)
    if (settled === undefined) return done(undefined)
    const { session: after, emailsReceipt } = settled
    if (after.payment?.intent === 'capture') {
      await captureAtOnce(context, after.payment, startedAt)
      return done(undefined)
    }
    return done(emailsReceipt ? { ...after, receiptEmail: 'pending' } : after)
  } finally {
    permit.release()
  }
}

interface Beginning extends RequestedPayment {
  unsealed: UnsealedPayment
  processor: Processor
}

/** `known`: a payment with this idempotency key exists. */
type Begun =
  | { outcome: 'begun'; session: SessionForCheckout & { payment: PaymentRecord } }
  | { outcome: 'known' }
  | Refused

/**
 * Write-ahead: commits the payment before the request to the processor, so that a crash leaves a
 * record to resolve.
 */
async function begin(
  context: ServiceContext,
  session: SessionForCheckout,
  beginning: Beginning,
  permit: BreakerPermit,
): Promise<Begun> {
  const { database } = context
  const { idempotencyKey } = beginning
  const begun = await beginFrom(context, database, { session, beginning, permit })
  // What was read may be older than the end of the payment before: nothing is refused upon it.
  if (begun?.outcome === 'begun') return begun
  return database.transaction(async (tx): Promise<Begun> => {
    await waitForSession(tx, session.id)
    if (
      idempotencyKey !== undefined &&
      (await readPaymentByIdempotencyKey(tx, session.id, idempotencyKey))
    )
      return { outcome: 'known' }
    const fresh = await readSessionByReference(tx, session.referenceHash)
    const again = fresh && (await beginFrom(context, tx, { session: fresh, beginning, permit }))
    if (again === undefined) throw new Error('the session is not locked')
    return again
  })
}

/** Undefined, and nothing is written, when the session has changed since it was read, or the idempotency key is known. */
async function beginFrom(
  context: ServiceContext,
  db: Queryable,
  {
    session,
    beginning,
    permit,
  }: { session: SessionForCheckout; beginning: Beginning; permit: BreakerPermit },
): Promise<Exclude<Begun, { outcome: 'known' }> | undefined> {
  const { amountMinor, idempotencyKey, unsealed, body } = beginning
  const now = context.clock()
  const refusal =
    whyNotPay(session, now) ??
    whyNotSealed(context, session, { amountMinor, idempotencyKey }, unsealed) ??
    (await whyNoCard(context, db, session, body)) ??
    whyNoPermit(permit)
  if (refusal !== undefined) return refusal

  const { version } = session
  // guard: own-prefill
  const prefill = prefillOf(session)
  const row = newPayment(context, session, beginning, now)
  const payment = await beginPayment(db, { ...row, version, prefill })
  if (payment === undefined) return undefined
  const begun = {
    ...session,
    paymentStatus: 'processing',
    attempts: row.number,
    details: { ...session.details, customer: row.customer, prefill },
    version: version + 1,
    payment,
  } as const
  return { outcome: 'begun', session: begun }
}

function newPayment(
  context: ServiceContext,
  session: SessionForCheckout,
  beginning: Beginning,
  now: Date,
): NewPayment {
  const { body, processor, amountMinor, discountMinor, customer, idempotencyKey } = beginning
  return {
    id: newId('pay', context.wallClock(), context.random),
    sessionId: session.id,
    idempotencyKey: idempotencyKey ?? null,
    method: body.method,
    amountMinor,
    discountMinor,
    currency: session.currency,
    installments: 'installments' in body ? body.installments : 1,
    customer,
    locale: body.locale ?? null,
    cardBrand: 'card' in body ? body.card.brand : null,
    cardLastFour: 'card' in body ? body.card.lastFour : null,
    processor: processor.name,
    captureMethod: session.details.captureMethod ?? null,
    payeeName: METHODS[body.method].namesPayee ? payeeOf(session.merchant) : null,
    number: session.attempts + 1,
    now,
    nextInquiryAt: new Date(now.getTime() + CREATED_INQUIRY_DELAY_MS),
  }
}

function payeeOf({ name, facts }: SessionForCheckout['merchant']): string {
  return facts.legalName ?? name
}

/** Circuit breaker: refuses while the processor does not answer other payments. */
export function whyUnavailable(
  { processorBreaker }: ServiceContext,
  { id: sessionId, merchantId }: Pick<SessionWithPayment, 'id' | 'merchantId'>,
  { method, shopperNetwork: network }: CreatePayment,
): Refused | undefined {
  const waitMs = processorBreaker.waitMs({ merchantId, sessionId, network, method })
  return waitMs === 0 ? undefined : unavailableFor(waitMs)
}

function whyNoPermit(permit: BreakerPermit): Refused | undefined {
  const waitMs = permit.acquire()
  return waitMs === 0 ? undefined : unavailableFor(waitMs)
}

function noAccountFor(method: PaymentMethod): Refused {
  return refuse(
    'payments_unavailable',
    `No processor's account takes ${method} at the moment. Pay in another way.`,
  )
}

function unavailableFor(waitMs: number): Refused {
  return refuse(
    'payments_unavailable',
    'The processor does not answer. No attempt was made; try again later, or pay in another way.',
    { retryAfter: Math.ceil(waitMs / 1000) },
  )
}

/**
 * Card-testing protection: refuses cards after too many declines. Sessions with fewer payments need no
 * query.
 */
export async function whyNoCard(
  { cardDeclinesPerSession: declinesMax, clock }: ServiceContext,
  db: Queryable,
  { id, attempts }: SessionWithPayment,
  { method }: CreatePayment,
): Promise<Refused | undefined> {
  if (!METHODS[method].isOpenToCardTesting) return undefined
  if (declinesMax === 0 || attempts < declinesMax) return undefined
  const coolDownMs = cardCoolDownMs(await readCardDeclines(db, id), { declinesMax, now: clock() })
  if (coolDownMs === 0) return undefined
  return refuse('rate_limited', 'Too many cards were declined. Wait, or pay in another way.', {
    retryAfter: Math.ceil(coolDownMs / 1000),
  })
}

/** Why a session accepts no payment now. */
export function whyNotPay(session: SessionWithPayment, now: Date): Refused | undefined {
  switch (session.status) {
    case 'complete':
      return refuse('already_paid', 'The session is already paid.')
    case 'expired':
      return refuse('session_expired', 'The session has expired.')
    case 'canceled':
      return refuse('session_canceled', 'The session was canceled.')
    case 'open':
  }
  if (session.payment?.status === 'amount_mismatch') return AMOUNT_IS_UNDECIDED
  if (session.paymentStatus === 'authorized')
    return refuse(
      'payment_in_progress',
      'The amount is authorized already: the merchant captures or voids it.',
    )
  if (session.payment !== null && isLive(session.payment.status))
    return refuse('payment_in_progress', 'Another payment of this session is in progress.')
  if (session.expiresAt <= now) return refuse('session_expired', 'The session has expired.')
  if (session.attempts >= LIMITS.paymentAttemptsPerSessionMax)
    return refuse(
      'too_many_attempts',
      'This session has been tried too often. Start again in the shop.',
      {
        retryAfter: Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000),
      },
    )
  return undefined
}
