import { setTimeout as sleep } from 'node:timers/promises'
import type { SettledOutcome } from '#domain/settle.ts'
import {
  renewIntentLease,
  takeUpIntent,
  type ClaimedIntent,
} from '../../database/payments/holds.ts'
import type { CaptureAnswer, KnownPayment, Processor } from '../../processors/processor.ts'
import { processorOf } from '../../processors/processors.ts'
import type { ServiceContext } from '../context.ts'
import { callProcessor } from './call-processor.ts'
import { intentDelayMs } from './inquiry-schedule.ts'
import { knowPayment } from './know-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** Lease of a claimed intent: another process may claim it after this time. */
export const INTENT_LEASE_MS = 30_000
/** How long a request of a shopper or merchant may take with the capture or release that it causes. */
const REQUEST_MS = 10_000
/** In less time a processor hardly answers: the worker asks. */
const CALL_MS_MIN = 2000

/**
 * Requests the capture or release that a payment's row asks for, and settles the answer. Safe to repeat: the payment's id is the
 * idempotency key. False while the processor has not decided. Throws `ProcessorElsewhere`.
 */
export async function performIntent(
  context: ServiceContext,
  payment: ClaimedIntent,
): Promise<boolean> {
  const processor = processorOf(context, payment)
  const known = await knowPayment(context, processor, payment)
  const outcome =
    payment.intent === 'capture'
      ? await capture(context, processor, payment, known)
      : await release(context, processor, known)
  if (outcome === undefined) return false
  const { id: paymentId, sessionId } = payment
  await settlePayment(context, { sessionId, paymentId, outcome })
  return isDecision(outcome)
}

function isDecision({ status }: SettledOutcome): boolean {
  return status === 'succeeded' || status === 'voided' || status === 'capture_refused'
}

const REFUSED = { status: 'refused', reason: 'refused' } as const

async function capture(
  context: ServiceContext,
  processor: Processor,
  { id: paymentId, captureMinor, amountMinor, currency, intentSentAt }: ClaimedIntent,
  known: KnownPayment,
): Promise<SettledOutcome | undefined> {
  const request = {
    paymentId,
    amountMinor: captureMinor ?? amountMinor,
    currency,
    sentAt: intentSentAt ?? context.wallClock(),
  }
  const call = async (): Promise<CaptureAnswer> => {
    if (processor.capturePayment === undefined)
      throw new Error(`the module of ${processor.name} holds an amount and captures none`)
    return processor.capturePayment(request, known)
  }
  const answer = await callProcessor(context, 'capturePayment', call, { refused: REFUSED })
  switch (answer.status) {
    case 'captured':
      return { ...answer, status: 'succeeded' }
    case 'refused':
      return { ...answer, status: 'capture_refused' }
    case 'pending':
    case 'unknown':
      return undefined
  }
}

/** A payment that nothing is held of any more is as good as released. */
async function release(
  context: ServiceContext,
  processor: Processor,
  known: KnownPayment,
): Promise<SettledOutcome | undefined> {
  const outcome = await callProcessor(context, 'cancelPayment', () =>
    processor.cancelPayment(known.paymentId, known),
  )
  if (outcome.status === 'unknown') return undefined
  return outcome.status === 'failed' ? { status: 'voided', reason: 'requested' } : outcome
}

/**
 * Performs an intent within what is left of a request's time; the worker goes on with one that is not decided by then. False
 * while it is not decided; undefined where another caller has it.
 */
export async function performWithin(
  context: ServiceContext,
  claim: () => Promise<ClaimedIntent | undefined>,
  startedAt: Date,
): Promise<boolean | undefined> {
  const leftMs = REQUEST_MS - (context.wallClock().getTime() - startedAt.getTime())
  if (leftMs < CALL_MS_MIN) return false
  const claimed = await claim()
  if (claimed === undefined) return undefined
  const ended = new AbortController()
  const performed = performClaimed(context, claimed).finally(() => ended.abort())
  const outOfTime = sleep(leftMs, false, { signal: ended.signal }).catch(() => performed)
  return Promise.race([performed, outOfTime])
}

/** As `performWithin`, for an intent that a settlement has set. */
export function performSettled(
  context: ServiceContext,
  id: string,
  startedAt: Date,
): Promise<boolean | undefined> {
  return performWithin(
    context,
    () =>
      takeUpIntent(context.database, {
        id,
        nextAt: leaseOf(context),
        wallNow: context.wallClock(),
      }),
    startedAt,
  )
}

export function leaseOf({ clock }: Pick<ServiceContext, 'clock'>): Date {
  return new Date(clock().getTime() + INTENT_LEASE_MS)
}

/** Performs a claimed intent; what is not decided is asked again by the schedule. Errors are logged: the intent stays. */
async function performClaimed(context: ServiceContext, claimed: ClaimedIntent): Promise<boolean> {
  const { id, intent, intentTries, nextIntentAt: leasedUntil } = claimed
  try {
    if (await performIntent(context, claimed)) return true
    const nextAt = new Date(context.clock().getTime() + intentDelayMs(intentTries))
    await renewIntentLease(context.database, { id, intent, leasedUntil, nextAt })
  } catch (err) {
    context.log.error({ paymentId: id, intent, err }, INTENT_FAILED)
  }
  return false
}

const INTENT_FAILED = 'a capture or release could not be performed: the worker repeats it'
