import type { Books, LedgerRow, PaymentRow, RefundRow, SessionRow } from './books.ts'
import { findings, keptOf, sum, type Violation } from './violation.ts'

/** I11: what the processor captured is kept for an order, given back, taken back by the network, held, or owed. */
export function judgeMoney({ sessions, payments, refunds, processor }: Books): Violation[] {
  const { found, report } = findings('I11')
  const byPayment = Map.groupBy(processor.ledger, ({ paymentId }) => paymentId)
  for (const payment of payments) {
    // A release that records no debts is judged only if each refund succeeds in the end.
    if (payment.keepsDebts !== true && processor.asking === undefined) continue
    const entries = byPayment.get(payment.id) ?? []
    const session = sessions.find(({ id }) => id === payment.sessionId)
    const left = keptOf(entries)
    if (isOverdrawn(entries)) report('more went back than was captured', payment, ...entries)
    if (left > 0 && !isAccountedFor(payment, session, entries))
      report(
        'captured money is neither kept for an order, nor given back, nor owed',
        payment,
        ...entries,
      )
    const unasked = isKeptForOrder(payment, session)
      ? refunds.filter((refund) => refund.paymentId === payment.id && isByItself(refund))
      : []
    if (unasked.length > 0)
      report("an order's money was given back, and nobody asked", payment, ...unasked)
    if (sum(of(entries, 'reversal')) !== (payment.reversedMinor ?? 0))
      report('the network took money back, and the tables do not hold it', payment, ...entries)
  }
  return found
}

/**
 * Whether more went back than was captured. A network may take the whole capture back, also what was refunded before: that is the
 * merchant's loss, and the books say so. A refund may never follow what is gone.
 */
function isOverdrawn(entries: readonly LedgerRow[]): boolean {
  if (entries.every(({ takesRefunded }) => takesRefunded !== true)) return keptOf(entries) < 0
  const isRefundedBeyond = of(entries, 'refund').some(
    ({ sequence }) => keptOf(entries.filter((entry) => entry.sequence <= sequence)) < 0,
  )
  const byNetwork = entries.filter(({ kind }) => !kind.startsWith('refund'))
  return isRefundedBeyond || keptOf(byNetwork) < 0
}

function of(entries: readonly LedgerRow[], kind: string): LedgerRow[] {
  return entries.filter((entry) => entry.kind === kind)
}

/** The reasons of the worker, which pays debts; earlier releases gave none. */
const OWN_REASONS = [null, 'paid more than once', 'paid too late', 'another amount than was asked']

/** Whether the worker made a refund: merchants and operators give another reason in every campaign. */
export function isByItself({ reason }: RefundRow): boolean {
  return OWN_REASONS.includes(reason)
}

function isKeptForOrder({ status }: PaymentRow, session: SessionRow | undefined): boolean {
  return status === 'succeeded' && session?.status === 'complete'
}

function isAccountedFor(
  payment: PaymentRow,
  session: SessionRow | undefined,
  entries: readonly LedgerRow[],
): boolean {
  if (payment.status === 'amount_mismatch') return true
  if ((payment.refundOwedAt ?? null) !== null) return true
  const isOrder = isKeptForOrder(payment, session)
  const isOther = entries.some(({ asked }) => asked !== undefined)
  return isOrder && (!isOther || (payment.acceptedBy ?? null) !== null)
}
