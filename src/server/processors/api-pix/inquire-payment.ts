import type { ProcessorInquiry } from '../processor.ts'
import { type Adapter, getCharge, readOutcome } from './adapter.ts'

/** Reads a payment's charge. */
export async function inquirePayment(
  adapter: Adapter,
  paymentId: string,
): Promise<ProcessorInquiry> {
  const answer = await getCharge(adapter.bank.start(), paymentId)
  if (answer.ok)
    return (
      readOutcome(adapter, answer.body, { paymentId, removedAs: 'replaced' }) ?? {
        status: 'not_known_yet',
      }
    )
  if (answer.status === 404) return { status: 'not_found' }
  throw answer.refusal
}
