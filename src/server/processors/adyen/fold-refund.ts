import type { KnownRefund, ProcessorRefund } from '../processor.ts'
import { provenOnce, type Fact } from './facts.ts'

/** The money of a refund is back. */
export const RETURNS: ReadonlySet<string> = new Set(['REFUND_FAILED', 'REFUNDED_REVERSED'])

/**
 * What facts prove of a refund, as a set. `not_found` where no request of it was answered, and nothing is told: the same request
 * may be sent again while its key is kept.
 */
export function foldRefund(
  { refundId, references }: KnownRefund,
  facts: readonly Fact[],
): ProcessorRefund | { status: 'not_found' } {
  const { processorReference } = references
  const told = provenOnce(facts).filter(
    ({ psp, ref }) => psp === processorReference || ref === refundId,
  )
  const sent = pspsOf(told.filter(({ code, ok }) => code === 'REFUND' && ok))
  const returned = pspsOf(told.filter(({ code }) => RETURNS.has(code)))
  const refused = told.some(({ code, ok }) => code === 'REFUND' && !ok)
  const isPostponed = told.some(({ code }) => code === 'POSTPONED_REFUND')
  const [first = processorReference] = sent
  const named = {
    ...(first !== undefined &&
      first !== processorReference && { references: { processorReference: first } }),
  }
  // Sent after all, by another name than the one that came back.
  if (sent.length > returned.length) return { status: 'succeeded', ...named }
  if (sent.length > 0) return { status: 'reversed', ...named }
  if (refused || returned.length > 0) return { status: 'failed' }
  return processorReference === undefined && !isPostponed
    ? { status: 'not_found' }
    : { status: 'pending' }
}

function pspsOf(facts: readonly Fact[]): string[] {
  return [...new Set(facts.map(({ psp }) => psp))]
}
