import { forgetReturned } from '../../database/payments/returned.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import type { KnownPayment, Processor, ProcessorOutcome } from '../../processors/processor.ts'
import type { ServiceContext } from '../context.ts'
import { callProcessor } from './call-processor.ts'
import { hideReturned } from './hide-returned.ts'
import { settlePayment } from './settle-payment.ts'

const REFUSED = { status: 'refused' } as const

/**
 * Gives the processor what came back from a payment's challenge. Undefined where it needs none, or refuses it: anybody can
 * send a made-up result, so a refusal ends no payment. Without an answer the payment's outcome is unknown, and the same is given again.
 */
export async function completeReturned(
  context: ServiceContext,
  processor: Processor,
  { id, sessionId, status }: Pick<PaymentRecord, 'id' | 'sessionId' | 'status'>,
  known: KnownPayment,
): Promise<ProcessorOutcome | { status: 'unknown' } | undefined> {
  const { returned } = known
  if (returned === undefined || (status !== 'requires_action' && status !== 'unknown'))
    return undefined
  const complete = processor.completeAction?.bind(processor)
  if (complete === undefined) return undefined
  const call = () =>
    complete(known, returned).catch((error: unknown) => {
      throw hideReturned(error, returned)
    })
  const outcome = await callProcessor(context, 'completeAction', call, { refused: REFUSED })
  if (outcome.status === 'refused' || outcome.status === 'requires_action')
    await forgetReturned(context.database, id, {
      returned,
      isRefused: outcome.status === 'refused',
    })
  if (outcome.status === 'refused') return undefined
  if (outcome.status !== 'unknown') return outcome
  // Facts decide, whatever the call would have answered.
  const ask = () => processor.inquire(id, known)
  const told = processor.isTold === true ? await callProcessor(context, 'inquire', ask) : outcome
  if (isDecided(told)) return told
  await settlePayment(context, { sessionId, paymentId: id, outcome })
  return outcome
}

function isDecided<Told extends { status: string }>(
  told: Told,
): told is Extract<Told, { status: 'succeeded' | 'authorized' | 'voided' | 'failed' }> {
  return ['succeeded', 'authorized', 'voided', 'failed'].includes(told.status)
}
