import type { PaymentOutcome } from '../../domain/settle.ts'
import { isProcessorSilent } from '../processors/processor.ts'
import type { ServiceContext } from '../context.ts'

/** Calls the processor, outside of any transaction. No answer is an outcome, too: `unknown`. */
export async function callProcessor<T>(
  context: ServiceContext,
  what: string,
  call: () => Promise<T>,
): Promise<T | Extract<PaymentOutcome, { status: 'unknown' }>> {
  try {
    return await context.away(call)
  } catch (error) {
    if (!isProcessorSilent(error)) throw error
    context.log.warn({ what, reason: error.message }, 'the processor did not answer')
    return { status: 'unknown' }
  }
}
