import { markUnexplained } from '../../database/payments/reversals.ts'
import type { KnownPayment, Processor, ReleasedOthers } from '../../processors/processor.ts'
import type { ServiceContext } from '../context.ts'
import { callProcessor } from './call-processor.ts'

const REFUSED = { status: 'refused' } as const

/**
 * Releases what a processor holds of a payment beside the authorisation that is kept. True until facts tell that it is gone: the
 * caller inquires again. Where it cannot be done, the payment is shown as one with unexplained money.
 */
export async function releaseOthers(
  context: ServiceContext,
  processor: Processor,
  known: KnownPayment,
): Promise<boolean> {
  const release = processor.releaseOthers?.bind(processor)
  if (release === undefined) return false
  const call = () => release(known)
  const { status } = await callProcessor<ReleasedOthers, typeof REFUSED>(
    context,
    'releaseOthers',
    call,
    { refused: REFUSED },
  )
  if (status === 'refused')
    await markUnexplained(context.database, known.paymentId, context.clock())
  return status === 'asked' || status === 'unknown'
}
