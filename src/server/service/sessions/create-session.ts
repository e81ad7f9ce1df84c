import type { CreateSession } from '#contract/session.ts'
import { newId } from '#domain/id.ts'
import { problemsOfDiscounts } from '#domain/method-discounts.ts'
import { defaultMethods } from '#domain/methods/default-methods.ts'
import { termsOf } from '#domain/methods/terms.ts'
import { problemsOfSession } from '#domain/session-problems.ts'
import { totalOf } from '#domain/totals.ts'
import { readIdempotencyKey } from '../../database/idempotency.ts'
import type { MerchantRecord } from '../../database/merchants/merchants.ts'
import {
  insertSession,
  insertSessionOnce,
  type NewSession,
} from '../../database/sessions/insert-session.ts'
import type { SessionDetails, SessionWithPayment } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { sealReference, unsealReference } from '../events/deliveries/event-body.ts'
import { findReference, referenceHash, referenceOf } from '../keys/reference.ts'
import {
  idempotencyCutoff,
  madeBefore,
  type IdempotentRequest,
  type KeptAnswer,
} from '../idempotency.ts'
import { accountsFor, forbiddenUrls } from './session-problems.ts'

interface SessionOfMerchant {
  merchant: MerchantRecord
  body: CreateSession
  idempotent: IdempotentRequest | undefined
}

/** Creates a session of a merchant. Its answer is kept, since only the API creates sessions. */
export async function createSession(
  context: ServiceContext,
  { merchant, body, idempotent }: SessionOfMerchant,
  present: (session: SessionWithPayment, reference: string) => KeptAnswer,
): Promise<Outcome<KeptAnswer>> {
  if (body.merchantId !== merchant.id)
    return refuse(
      'merchant_mismatch',
      'merchantId is not the merchant that this API key belongs to.',
    )

  const currency = body.currency ?? merchant.currency
  const hasAccount = accountsFor(context)
  const paymentMethods =
    body.paymentMethods ?? defaultMethods(currency, merchant.paymentMethods, hasAccount)
  const total = totalOf(body, currency)
  const problems = problemsOfSession({ ...body, paymentMethods }, currency, hasAccount)
  const ofDiscounts = problemsOfDiscounts(body.paymentMethodDiscounts, {
    paymentMethods,
    amountMinor: total.ok ? total.amountMinor : undefined,
  })
  const errors = [...(total.ok ? [] : total.errors), ...problems, ...ofDiscounts]
  const forbidden = forbiddenUrls(context, merchant, body)
  if (!total.ok || errors.length > 0)
    return refuse('validation_failed', 'The session cannot be created as asked.', {
      fields: [...errors, ...forbidden],
    })
  if (forbidden.length > 0)
    return refuse(
      'return_url_not_allowed',
      'Return URLs must have an origin that is registered for the merchant.',
      { fields: forbidden },
    )

  const createdAt = context.clock()
  const id = newId('cs', context.wallClock(), context.random)
  const reference = referenceOf(context.keys.reference, id)
  const session: NewSession = {
    id,
    referenceHash: referenceHash(reference),
    merchantId: merchant.id,
    currency,
    amountMinor: total.amountMinor,
    orderReference: body.orderReference ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + body.expiresInSeconds * 1000),
    details: detailsOf({ ...body, paymentMethods }, merchant),
  }
  const answer = present(asRecord(session), reference)
  if (idempotent === undefined) {
    await insertSession(context.database, session)
    return done(answer)
  }
  const isFirst = await insertSessionOnce(context.database, session, {
    ...idempotent,
    ...answer,
    body: sealReference(answer.body, reference),
    forgetBefore: idempotencyCutoff(createdAt),
  })
  if (isFirst) return done(answer)
  const first = madeBefore(
    await readIdempotencyKey(context.database, { merchantId: merchant.id, ...idempotent }),
    idempotent,
  )
  if (first.outcome === 'refused') return first
  const { id: firstId, kept } = first.value
  if (kept === null) throw new Error('a session was created without its answer')
  const firstBody = unsealReference(kept.body, await findReference(context, firstId))
  return { outcome: 'done', value: { ...kept, body: firstBody }, isRepeated: true }
}

function detailsOf(
  body: CreateSession & Pick<SessionDetails, 'paymentMethods'>,
  merchant: MerchantRecord,
): SessionDetails {
  return {
    lineItems: body.lineItems ?? [],
    discounts: body.discounts,
    shipping: body.shipping ?? null,
    tax: body.tax ?? null,
    description: body.description ?? null,
    customer: body.customer ?? null,
    collect: body.collect,
    locale: body.locale,
    paymentMethods: body.paymentMethods,
    paymentMethodDiscounts: body.paymentMethodDiscounts,
    installments: body.installments ?? null,
    ...termsOf(body),
    successUrl: normalUrl(body.successUrl) ?? merchant.successUrl,
    cancelUrl: normalUrl(body.cancelUrl) ?? merchant.cancelUrl,
    metadata: body.metadata,
  }
}

/** Normalized by the URL standard, so that the stored URL is the one that was checked. */
function normalUrl(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : new URL(text).href.replaceAll('%7BSESSION_ID%7D', '{SESSION_ID}')
}

/** The new session as the database will return it. */
function asRecord(session: NewSession) {
  return {
    ...session,
    status: 'open',
    paymentStatus: 'unpaid',
    amountRefundedMinor: 0,
    amountCapturedMinor: null,
    amountReversedMinor: 0,
    amountRefundPendingMinor: 0,
    amountOwedMinor: 0,
    completedAt: null,
    canceledAt: null,
    cancellationReason: null,
    paidLate: false,
    attempts: 0,
    eventSequence: 0,
    version: 1,
    personalDataRemovedAt: null,
    payment: null,
  } as const
}
