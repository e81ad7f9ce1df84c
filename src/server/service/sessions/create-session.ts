import type { CreateSession } from '#contract/session.ts'
import { newId } from '#domain/id.ts'
import { problemsOfDiscounts } from '#domain/method-discounts.ts'
import { defaultMethods } from '#domain/methods/default-methods.ts'
import { termsOf } from '#domain/methods/terms.ts'
import { problemsOfSession } from '#domain/session-problems.ts'
import { totalOf } from '#domain/totals.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { MerchantRecord } from '../../database/merchants/merchants.ts'
import { insertSession, type NewSession } from '../../database/sessions/insert-session.ts'
import {
  readSession,
  type SessionDetails,
  type SessionWithPayment,
} from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { sealReference } from '../events/deliveries/event-body.ts'
import { findReference, referenceHash, referenceOf } from '../keys/reference.ts'
import {
  idempotencyCutoff,
  recordOfMerchant,
  repeatedRequest,
  type IdempotentRequest,
  type Presenter,
} from '../idempotency.ts'
import { normalCustomer } from '../shoppers/normal-customer.ts'
import {
  accountsFor,
  accountsThatHoldNothing,
  forbiddenUrls,
  sandboxInProduction,
} from './session-problems.ts'

interface SessionOfMerchant {
  merchant: MerchantRecord
  body: CreateSession
  idempotent: IdempotentRequest | undefined
}

/** A session that was created, and the reference by which its page is opened. */
export interface CreatedSession {
  session: SessionWithPayment
  reference: string
}

/** Creates a session of a merchant. */
export async function createSession<Shown>(
  context: ServiceContext,
  { merchant, body, idempotent }: SessionOfMerchant,
  presenter: Presenter<CreatedSession, Shown>,
): Promise<Outcome<Shown>> {
  if (body.merchantId !== merchant.id)
    return refuse(
      'merchant_mismatch',
      'merchantId is not the merchant that this API key belongs to.',
    )

  const currency = body.currency ?? merchant.currency
  const hasAccount = accountsFor(context)
  const total = totalOf(body, currency)
  const { captureMethod } = body
  const amountMinor = total.ok ? total.amountMinor : undefined
  const discounts = body.paymentMethodDiscounts
  const asked = { currency, amountMinor, captureMethod, discounts }
  const paymentMethods =
    body.paymentMethods ?? defaultMethods(asked, merchant.paymentMethods, hasAccount)
  const normal =
    body.customer && normalCustomer(body.customer, { merchantCountry: merchant.country })
  const problems = problemsOfSession({ ...body, paymentMethods }, asked, hasAccount)
  const ofDiscounts = problemsOfDiscounts(discounts, { paymentMethods, amountMinor })
  const errors = [
    ...(total.ok ? [] : total.errors),
    ...problems,
    ...(normal?.errors ?? []),
    ...ofDiscounts,
    ...accountsThatHoldNothing(context, { captureMethod, paymentMethods }),
    ...sandboxInProduction(context, body),
  ]
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
    details: detailsOf({ ...body, customer: normal?.customer, paymentMethods }, merchant),
  }
  const shown = await presenter.present({ session: asRecord(session), reference })
  const answer = presenter.keeps(shown)
  const isFirst = await insertSession(
    context.database,
    session,
    idempotent && {
      ...idempotent,
      answer: answer && { ...answer, body: sealReference(answer.body, reference) },
      forgetBefore: idempotencyCutoff(createdAt),
    },
  )
  if (isFirst || idempotent === undefined) return done(shown)
  return repeatedRequest(context, context.database, {
    record: recordOfMerchant(context, merchant.id, idempotent),
    sessionIdOf: (madeId) => madeId,
    idOf: ({ session }) => session.id,
    read: (db, madeId) => readCreated(context, db, { merchantId: merchant.id, id: madeId }),
    presenter,
  })
}

async function readCreated(
  context: ServiceContext,
  db: Queryable,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<CreatedSession | undefined> {
  const session = await readSession(db, merchantId, id)
  return session && { session, reference: await findReference(context, id) }
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
    ...(body.captureMethod === 'manual' && { captureMethod: body.captureMethod }),
    ...(body.sandbox?.deliveries !== undefined && { deliveries: body.sandbox.deliveries }),
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
    amountReinstatedMinor: 0,
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
