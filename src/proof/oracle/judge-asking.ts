import type { Asking, Books, LedgerRow } from './books.ts'
import { isByItself } from './judge-money.ts'
import { findings, type Violation } from './violation.ts'

const SECOND_MS = 1000
const LOOK_UPS_A_SECOND = 3
const REPEATS_MAX = 5
/** Number of unanswered requests after which a circuit breaker may open. */
const SILENCES_MIN = 5
/** Longer than a call may take. */
const CALL_MS = 10_000
/** Processors keep keys for seven days at least. */
const RESEND_MS = 6 * 86_400_000
const ACKNOWLEDGED = ['processing', 'requires_action']

/**
 * I12: look-ups and repeated requests are bounded, only unanswered requests open the breaker, no webhook is refused, and a
 * payment that may exist at the processor is not given up.
 */
export function judgeAsking(books: Books): Violation[] {
  const { processor, exchanges } = books
  const { found, report } = findings('I12')
  const { asking } = processor
  if (asking === undefined) return found
  for (const [paymentId, times] of busiestSeconds(asking))
    if (times > LOOK_UPS_A_SECOND)
      report(`a payment was looked up ${times} times within a second`, { paymentId })
  for (const webhook of asking.refusedWebhooks ?? [])
    report("a processor's webhook was refused, and it may send no more", webhook)
  for (const refund of processor.refunds)
    if ((refund.repeats ?? 0) > REPEATS_MAX)
      report(`a refund was requested again ${refund.repeats} times`, refund)
  for (const refund of processor.refunds)
    if ((refund.repeatedAfterMs ?? 0) > RESEND_MS)
      report('a refund was requested again after a week, when its key may be forgotten', refund)
  for (const what of sentByItself(books))
    report('a refund that came back was sent again by itself', what)
  for (const given of asking.givenUp) {
    if (ACKNOWLEDGED.includes(given.status))
      report('an acknowledged payment was given up, since a look-up did not know it', given)
    if (given.status === 'created' && given.ageMs < CALL_MS)
      report('a payment was given up while its own call could be under way', given)
  }
  for (const exchange of exchanges)
    if (
      exchange.answer?.includes('payments_unavailable') === true &&
      asking.silences < SILENCES_MIN
    )
      report(`payments were refused after ${asking.silences} calls without an answer`, exchange)
  return found
}

/** Refunds that nobody asked for, of money whose refund had come back before. */
function sentByItself({ refunds, processor }: Books): LedgerRow[] {
  const isOwn = (id: string | null) =>
    refunds.some((refund) => refund.id === id && isByItself(refund))
  const returned = processor.ledger.filter(
    ({ kind, refundId }) => kind === 'refund_reversal' && isOwn(refundId),
  )
  return processor.ledger.filter(
    (entry) =>
      entry.kind === 'refund' &&
      isOwn(entry.refundId) &&
      returned.some(
        ({ paymentId, refundId, sequence }) =>
          paymentId === entry.paymentId && refundId !== entry.refundId && sequence < entry.sequence,
      ),
  )
}

/** The most look-ups within a second, by payment. */
function busiestSeconds({ lookUps }: Asking): Map<string, number> {
  const busiest = new Map<string, number>()
  for (const [paymentId, own] of Map.groupBy(lookUps, (lookUp) => lookUp.paymentId))
    busiest.set(
      paymentId,
      Math.max(
        ...own.map(
          ({ atMs: from }) =>
            own.filter(({ atMs }) => atMs >= from && atMs - from < SECOND_MS).length,
        ),
      ),
    )
  return busiest
}
