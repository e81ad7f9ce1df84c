import type { Books, PaymentRow, RefundRow } from './books.ts'
import { findings, keptOf, sum, type Violation } from './violation.ts'

/** I6: captured and refunded sums agree in the tables and at the processor, per payment, and per merchant and currency. */
export function judgeSums(books: Books): Violation[] {
  return [
    ...judgePayments(books),
    ...judgeProcessorRefunds(books),
    ...judgeTotals(books),
    ...judgeReports(books),
  ]
}

function judgePayments({ sessions, payments, refunds, processor }: Books): Violation[] {
  const { found, report } = findings('I6')
  const given = processor.ledger.filter(({ kind }) => kind === 'refund')
  for (const entry of given)
    if (
      !refunds.some(({ id, paymentId }) => id === entry.refundId && paymentId === entry.paymentId)
    )
      report('a refund is missing in the tables', entry)
  for (const payment of payments) {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const succeeded = own.filter(({ status }) => status === 'succeeded')
    const ofPayment = processor.ledger.filter(({ paymentId }) => paymentId === payment.id)
    const entries = ofPayment.filter(({ kind }) => kind === 'refund' || kind === 'refund_reversal')
    if (sum(succeeded) !== -keptOf(entries))
      report('the tables and the ledger disagree on the refunded sum', payment, ...own, ...entries)
    const isGiven = ({ status }: RefundRow) => status !== 'failed' && status !== 'reversed'
    if (sum(own.filter(isGiven)) !== payment.refundedMinor)
      report('a payment has a wrong refunded sum', payment, ...own)
    const takenBack = ofPayment.filter(({ kind }) => kind === 'reversal')
    if (sum(takenBack) !== payment.reversedMinor)
      report('the tables and the ledger disagree on what was taken back', payment, ...takenBack)
    const cameBack = ofPayment.filter(({ kind }) => kind === 'reinstatement')
    if (sum(cameBack) !== (payment.reinstatedMinor ?? 0))
      report('the tables and the ledger disagree on what was reinstated', payment, ...cameBack)
    if (payment.refundedMinor > payment.capturedMinor)
      report('more was refunded than captured', payment, ...own)
    // A session is paid once: what another payment captured must be refunded.
    const isSurplus = payment.status === 'failed' && payment.capturedMinor > 0
    const isOwed = (payment.refundOwedAt ?? null) !== null
    // There may be several refunds: the merchant may refund a part before the worker refunds the rest.
    const wentBack = payment.refundedMinor + netReversed(payment)
    if (isSurplus && !isOwed && wentBack < payment.capturedMinor)
      report('a surplus was not refunded in full', payment, ...own)
    if (payment.status !== 'succeeded') continue
    const session = sessions.find(({ id }) => id === payment.sessionId)
    if (session !== undefined && session.amountReversedMinor !== payment.reversedMinor)
      report('a session has a wrong sum of what was taken back', session, payment)
    if ((session?.amountReinstatedMinor ?? 0) !== (payment.reinstatedMinor ?? 0))
      report('a session has a wrong sum of what was reinstated', session, payment)
    if (session !== undefined && session.amountRefundedMinor !== sum(succeeded))
      report('a session has a wrong refunded sum', session, ...own)
    const isUnwanted = session !== undefined && session.status !== 'complete'
    if (isUnwanted && own.length === 0 && !isOwed && wentBack < payment.capturedMinor)
      report('late money was not refunded', session, payment)
  }
  return found
}

/** The product never requests a refund beyond what is left, even if the processor would refuse it. */
function judgeProcessorRefunds({ processor }: Books): Violation[] {
  const { found, report } = findings('I6')
  const byPayment = Map.groupBy(processor.refunds, ({ paymentId }) => paymentId)
  for (const [id, requested] of byPayment) {
    const captures = processor.ledger.filter(
      ({ paymentId, kind }) => paymentId === id && kind === 'capture',
    )
    const granted = sum(
      requested.filter(({ status }) => status !== 'failed' && status !== 'reversed'),
    )
    for (const refund of requested)
      if (refund.leftMinor !== undefined && refund.amountMinor > refund.leftMinor)
        report('the processor was asked to refund more than was left at that moment', refund)
    const greatest = Math.max(
      0,
      ...requested
        .filter(({ status, leftMinor }) => status === 'failed' && leftMinor === undefined)
        .map(({ amountMinor }) => amountMinor),
    )
    const left = sum(captures) - granted
    if (left < 0 || greatest > left)
      report('the processor was asked to refund more than was left', ...requested, ...captures)
  }
  return found
}

/** A reconciliation finds exactly the entries that the processor's reports claim and its ledger does not hold. */
function judgeReports({ processor }: Books): Violation[] {
  const { found, report } = findings('I6')
  const { found: differences = [], claimed = [] } = processor.asking ?? {}
  for (const claim of claimed)
    if (!differences.includes(claim)) report('a reconciliation did not find a difference', claim)
  for (const difference of differences)
    if (!claimed.includes(difference)) report('a reconciliation found a difference', difference)
  return found
}

/** What the network keeps of a payment's money; a reinstatement that overtakes its reversal gives nothing. */
function netReversed({ reversedMinor, reinstatedMinor }: PaymentRow): number {
  return Math.max(0, reversedMinor - (reinstatedMinor ?? 0))
}

/** The currency of a payment's money. */
function takenIn({ capturedCurrency, currency }: PaymentRow): string {
  return capturedCurrency ?? currency
}

function judgeTotals({ merchants, sessions, payments, refunds, processor }: Books): Violation[] {
  const { found, report } = findings('I6')
  const merchantOf = new Map(sessions.map(({ id, merchantId }) => [id, merchantId]))
  const sessionOf = new Map(payments.map(({ id, sessionId }) => [id, sessionId]))
  for (const merchant of merchants) {
    const own = payments.filter(({ sessionId }) => merchantOf.get(sessionId) === merchant.id)
    for (const currency of new Set(own.map(takenIn))) {
      const captured = own
        .filter((payment) => takenIn(payment) === currency)
        .reduce((total, { capturedMinor }) => total + capturedMinor, 0)
      const reversed = own
        .filter((payment) => takenIn(payment) === currency)
        .reduce((total, payment) => total + netReversed(payment), 0)
      const refunded = sum(
        refunds.filter(
          (refund) =>
            refund.status === 'succeeded' &&
            refund.currency === currency &&
            merchantOf.get(refund.sessionId) === merchant.id,
        ),
      )
      const entries = processor.ledger.filter(
        (entry) =>
          entry.currency === currency &&
          merchantOf.get(sessionOf.get(entry.paymentId) ?? '') === merchant.id,
      )
      const kept = keptOf(entries)
      if (captured - refunded - reversed !== kept)
        report(
          `${captured - refunded - reversed} ${currency} in the tables are ${kept} in the ledger`,
          merchant,
        )
    }
  }
  return found
}
