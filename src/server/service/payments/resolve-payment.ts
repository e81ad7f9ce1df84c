import type { PaymentRecord } from '../../database/payments/payments.ts'
import {
  claimInquiry,
  keepRequestedInquiry,
  mayBeGivenUp,
  requestInquiry,
} from '../../database/payments/payment-inquiries.ts'
import type { ServiceContext } from '../context.ts'
import type { ToldDispute } from '#domain/dispute.ts'
import type { ProcessorInquiry, ProcessorOutcome } from '../../processors/processor.ts'
import { processorOf } from '../../processors/processors.ts'
import { callProcessor } from './call-processor.ts'
import { completeReturned } from './complete-returned.ts'
import { knowPayment } from './know-payment.ts'
import type { KeptPayment } from './known-payment.ts'
import { releaseOthers } from './release-others.ts'
import { settlePayment } from './settle-payment.ts'

type PaymentRef = KeptPayment & Pick<PaymentRecord, 'sessionId' | 'processor' | 'status'>

/**
 * How an inquiry ended: `silent` without an answer, `not_found` where the processor does not have the payment yet, `failed`
 * where it took no money, `releasing` while another authorisation of it is to be released.
 */
export type Resolution = 'answered' | 'failed' | 'silent' | 'not_found' | 'releasing'

/** Whether nothing is left to be asked. */
export function isAnswered(resolution: Resolution): boolean {
  return resolution === 'answered' || resolution === 'failed'
}

/**
 * Inquires about a payment at its processor, and settles it. A payment that never reached the processor is voided there
 * first: its request may still be under way, and must not take money afterwards. An acknowledged payment is never given up
 * because an inquiry does not find it, since a look-up may lag behind. Throws `ProcessorElsewhere`.
 */
export async function resolvePayment(
  context: ServiceContext,
  payment: PaymentRef,
): Promise<Resolution> {
  const processor = processorOf(context, payment)
  const known = await knowPayment(context, processor, payment)
  const found =
    (await completeReturned(context, processor, payment, known)) ??
    (await callProcessor<ProcessorInquiry>(context, 'inquire', () =>
      processor.inquire(payment.id, known),
    ))
  if (found.status === 'unknown') return 'silent'
  if (found.status === 'not_found' || found.status === 'not_known_yet') {
    const unseenForMs = found.status === 'not_found' ? 0 : processor.giveUpUnseenAfterMs
    if (unseenForMs === undefined) return 'not_found'
    const createdBefore = new Date(context.clock().getTime() - unseenForMs)
    if (!(await mayBeGivenUp(context.database, payment.id, createdBefore))) return 'not_found'
    // guard: unseen-is-released
    await voidPayment(context, payment)
    return 'answered'
  }
  await settlePayment(context, {
    sessionId: payment.sessionId,
    paymentId: payment.id,
    outcome: withDisputes(found, processor.disputes?.(known)),
    isFraudReported: processor.isFraudReported?.(known) === true,
    isUnexplained: processor.isUnexplained?.(known) === true,
  })
  if (await releaseOthers(context, processor, known)) return 'releasing'
  return found.status === 'failed' ? 'failed' : 'answered'
}

/** An outcome with the disputes that facts tell of a payment. One without money waits: facts are read again each time. */
function withDisputes(
  outcome: ProcessorOutcome,
  told: readonly ToldDispute[] = [],
): ProcessorOutcome {
  return outcome.status !== 'succeeded' || told.length === 0
    ? outcome
    : { ...outcome, disputes: [...(outcome.disputes ?? []), ...told] }
}

/**
 * As `resolvePayment`, but at most once per payment and second in all processes, for callers who may ask at any rate. A call
 * that comes too early leaves the inquiry to the worker, and returns undefined.
 */
export async function resolvePaymentOnce(
  context: ServiceContext,
  payment: PaymentRef,
): Promise<Resolution | undefined> {
  const { database } = context
  // First, so that a process without the processor changes nothing.
  processorOf(context, payment)
  if (!(await claimInquiry(database, payment.id, context.wallClock()))) {
    await requestInquiry(database, payment.id, context.clock())
    return undefined
  }
  const resolution = await resolvePayment(context, payment)
  await keepRequestedInquiry(database, payment.id, context.clock())
  return resolution
}

/** Voids a payment at its processor, and applies the outcome: it may have succeeded meanwhile. */
export async function voidPayment(context: ServiceContext, payment: PaymentRef): Promise<void> {
  const processor = processorOf(context, payment)
  const known = await knowPayment(context, processor, payment)
  const outcome = await callProcessor(context, 'cancelPayment', () =>
    processor.cancelPayment(payment.id, known),
  )
  if (outcome.status === 'unknown') return
  await settlePayment(context, { sessionId: payment.sessionId, paymentId: payment.id, outcome })
}
