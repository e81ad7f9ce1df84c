import type { PaymentOutcome } from '#domain/settle.ts'
import {
  hasNoAnswer,
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
  type ProcessorOutcome,
} from '../../processors/processor.ts'
import type { ServiceContext } from '../context.ts'
import type { ProcessorFailure } from '../../monitoring/metrics.ts'

type Unknown = Extract<PaymentOutcome, { status: 'unknown' }>

/** The outcomes of calls that certainly did nothing; `unknown` by default. */
interface Undone<Outcome> {
  /** The processor refused the call as it was sent. */
  refused?: Outcome
  /** The call was never made. */
  notAsked?: Outcome
}

const UNKNOWN: Unknown = { status: 'unknown' }
const NEVER_STARTED = { status: 'failed', declineCode: 'processing_error' } as const

/**
 * Calls the processor about an existing payment, outside of any transaction. An error is an outcome, too: `undone` where
 * the call certainly did nothing, else `unknown`, also for a defect of the processor's module.
 */
export async function callProcessor<T, Outcome = never>(
  context: ServiceContext,
  what: string,
  call: () => Promise<T>,
  undone: Undone<Outcome> = {},
): Promise<T | Outcome | Unknown> {
  try {
    const answer = await context.away(call)
    logRequestFault(context, what, answer)
    return answer
  } catch (error) {
    logFailure(context, what, error)
    context.processorMetrics.processorFailed(failureOf(error))
    if (isProcessorRefused(error)) return undone.refused ?? UNKNOWN
    return (isProcessorNotAsked(error) && undone.notAsked) || UNKNOWN
  }
}

function failureOf(error: unknown): ProcessorFailure {
  if (isProcessorRefused(error)) return 'refused'
  if (isProcessorNotAsked(error)) return 'not_asked'
  return isProcessorSilent(error) ? 'silent' : 'broken'
}

function logFailure({ log }: ServiceContext, what: string, error: unknown): void {
  if (isProcessorRefused(error))
    log.warn({ what, reason: error.message }, 'the processor refused a request as it was sent')
  else if (hasNoAnswer(error))
    log.warn({ what, reason: error.message }, 'the processor did not answer')
  else log.error({ what, err: error }, "the processor's module failed: the outcome is unknown")
}

/** A decline by which the processor says that our request is wrong: shoppers cannot mend it. */
function logRequestFault({ log }: ServiceContext, what: string, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('requestFault' in answer)) return
  log.warn({ what, reason: answer.requestFault }, 'the processor found a fault in our request')
}

/**
 * Requests a new payment. It fails where the call was never made, or was refused as it was sent: nothing was charged.
 * After any other error it may have been charged: the outcome is `unknown`, and inquiries find it.
 */
export function requestPayment(
  context: ServiceContext,
  call: () => Promise<ProcessorOutcome>,
): Promise<PaymentOutcome> {
  const undone = { refused: NEVER_STARTED, notAsked: NEVER_STARTED }
  return callProcessor(context, 'createPayment', call, undone)
}
