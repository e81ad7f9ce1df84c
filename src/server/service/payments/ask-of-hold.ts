import { writtenAmount } from '#domain/money.ts'
import type { Intent } from '#domain/hold.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { askOfHold, type ClaimedIntent } from '../../database/payments/holds.ts'
import {
  lockSession,
  readSession,
  type SessionToChange,
  type SessionWithPayment,
} from '../../database/sessions/sessions.ts'
import { processorOf } from '../../processors/processors.ts'
import { recordAudit, type Actor } from '../audit/record-audit.ts'
import type { ServiceContext } from '../context.ts'
import {
  beginOnce,
  recordMade,
  recordOf,
  type IdempotentRequest,
  type Presenter,
  type RequestRecord,
} from '../idempotency.ts'
import { refuse, type Outcome, type Refused } from '../outcome.ts'
import { changeSession } from '../sessions/change-session.ts'
import { leaseOf, performWithin } from './perform-intent.ts'

/** A capture or a release that a merchant asks for. */
export interface AskedOfHold {
  merchantId: string
  sessionId: string
  intent: Intent
  /** Default: the payment that is held. */
  paymentId?: string | undefined
  /** To capture; default: all that is held. */
  amountMinor?: number | undefined
  /** Why it is released, for the merchant. */
  reason?: string | undefined
  actor: Actor
  idempotent: IdempotentRequest | RequestRecord | undefined
  /** When the request began. Default: now. */
  startedAt?: Date | undefined
}

/**
 * Commits what is wanted of a hold, with its row in the audit log, and requests it from the processor. While that has not
 * decided, the session is as before, and the outcome becomes an event.
 */
export async function askOfHeldPayment<Shown>(
  context: ServiceContext,
  asked: AskedOfHold,
  presenter: Presenter<SessionWithPayment, Shown>,
): Promise<Outcome<Shown>> {
  const { merchantId, sessionId, startedAt = context.wallClock() } = asked
  const { database } = context
  const known = await readSession(database, merchantId, sessionId)
  if (known === undefined) return refuse('not_found', 'There is no such session.')
  const request = {
    record: recordOf(context, merchantId, asked.idempotent),
    sessionIdOf: () => sessionId,
    idOf: () => sessionId,
    read: (db: Queryable) => readSession(db, merchantId, sessionId),
    presenter,
  }
  const begun = await database.transaction(async (tx) => {
    const before = await request.record?.read(tx)
    const earlier = await beginOnce(context, tx, request)
    if (earlier !== undefined) return { earlier }
    // A key is committed with what was asked under it: that request crashed later, and the worker has gone on.
    if (before?.isSame === true && before.madeId === null)
      return { earlier: await recordMade(context, tx, request, (await request.read(tx)) ?? known) }
    // guard: committed-capture
    const result = await commit(context, tx, asked)
    if (result.outcome === 'refused') await request.record?.release(tx)
    return { result }
  })
  if (begun.earlier !== undefined) return begun.earlier
  if (begun.result.outcome === 'refused') return begun.result
  const { payment } = begun.result
  await performWithin(context, async () => payment, startedAt)
  return database.transaction(async (tx) => {
    const session = await readSession(tx, merchantId, sessionId)
    return recordMade(context, tx, request, session ?? known)
  })
}

async function commit(
  context: ServiceContext,
  tx: Queryable,
  asked: AskedOfHold,
): Promise<{ outcome: 'asked'; payment: ClaimedIntent } | Refused> {
  const { merchantId, sessionId, intent, actor, reason } = asked
  const session = await lockSession(tx, sessionId)
  const refusal = whyNot(session, asked)
  if (refusal !== undefined) return refusal
  const held = session.payment
  if (held === null) throw new Error('a session without a payment holds nothing')
  processorOf(context, held)
  const now = context.clock()
  const nextAt = leaseOf(context)
  const captureMinor = intent === 'capture' ? (asked.amountMinor ?? held.authorizedMinor) : null
  const payment = await askOfHold(tx, {
    id: held.id,
    intent,
    captureMinor,
    voidReason: intent === 'void' ? 'requested' : null,
    now,
    nextAt,
    sentAt: context.wallClock(),
  })
  if (payment === undefined) throw new Error('a held payment is not held')
  // The version changes: who has read the session before settles nothing from what was read.
  const cancellationReason = intent === 'void' ? (reason ?? null) : session.cancellationReason
  await changeSession(context, tx, session, { cancellationReason }, [], payment)
  const { amountMinor, currency } = held
  await recordAudit(
    tx,
    { keys: context.keys, now: context.wallClock() },
    {
      actor,
      action: intent === 'capture' ? 'payment.capture' : 'payment.void',
      subject: held.id,
      merchantId,
      details: {
        sessionId,
        amountMinor: captureMinor ?? amountMinor,
        currency,
        ...(reason !== undefined && { reason }),
      },
    },
  )
  return { outcome: 'asked', payment: { ...payment, intent, intentTries: 1, nextIntentAt: nextAt } }
}

/** Why nothing can be asked of a session's hold now. */
function whyNot(
  { status, payment }: SessionToChange,
  { intent, paymentId, amountMinor }: Pick<AskedOfHold, 'intent' | 'paymentId' | 'amountMinor'>,
): Refused | undefined {
  const isHeld = payment?.status === 'authorized' && payment.captureMethod === 'manual'
  if (!isHeld) {
    if (status === 'complete') return refuse('already_paid', 'The session is already paid.')
    return refuse('nothing_authorized', whatIsThere(status, payment))
  }
  if (paymentId !== undefined && paymentId !== payment.id)
    return refuse('nothing_authorized', `Of this session ${payment.id} is authorized.`)
  const { currency } = payment
  if (payment.intent === 'capture')
    return refuse(
      'capture_in_progress',
      `A capture of ${writtenAmount(payment.captureMinor ?? payment.amountMinor, currency)} is in progress.`,
    )
  if (payment.intent === 'void')
    return refuse('void_in_progress', 'The hold is being released. It cannot be captured any more.')
  const authorizedMinor = payment.authorizedMinor ?? payment.amountMinor
  if (intent === 'capture' && (amountMinor ?? authorizedMinor) > authorizedMinor)
    return refuse(
      'capture_exceeds_authorization',
      `${writtenAmount(authorizedMinor, currency)} are authorized.`,
    )
  return undefined
}

function whatIsThere(
  status: SessionToChange['status'],
  payment: SessionToChange['payment'],
): string {
  if (payment === null) return `The session is ${status}, and nobody has tried to pay it.`
  const state = payment.status === 'authorized' ? 'processing' : payment.status
  return `The session is ${status}, and its last payment is ${state}: nothing is held.`
}
