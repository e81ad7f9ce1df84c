import { hasMoreTakenBack } from '#domain/reversal.ts'
import { settle, type PaymentOutcome, type SettledOutcome } from '#domain/settle.ts'
import type { Unsettled } from '#domain/settlement.ts'
import { markFraudReported } from '../../database/payments/fraud-reports.ts'
import { readPayment, type PaymentRecord } from '../../database/payments/payments.ts'
import { markUnexplained } from '../../database/payments/reversals.ts'
import { lockSession, type SessionToChange } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { applyDisputes } from '../disputes/apply-disputes.ts'
import { applyReversals } from './apply-reversals.ts'
import { applySettlement, settleAtOnce, type Settled, type Settling } from './apply-settlement.ts'
import { bookSurplus } from './book-surplus.ts'

/**
 * Applies an outcome of the processor in one transaction: payment, session, events, receipt e-mail, disputes, a fraud notice, and the
 * refund of money that is not kept, also of what came after the payment was settled. Idempotent.
 */
export async function settlePayment(
  context: ServiceContext,
  {
    sessionId,
    paymentId,
    outcome,
    isFraudReported = false,
    isUnexplained = false,
  }: {
    sessionId: string
    paymentId: string
    outcome: SettledOutcome
    isFraudReported?: boolean
    /** Facts tell of money that the outcome leaves out. */
    isUnexplained?: boolean
  },
): Promise<void> {
  const settled = await context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    const payment = await readPayment(tx, paymentId)
    if (payment === undefined) throw new Error('the payment to settle does not exist')
    const settling = decide({ session, payment, outcome })
    if (payment.status === 'authorized' && outcome.status === 'failed')
      context.log.warn({ paymentId, outcome }, DECLINED_WHILE_HELD)
    const written = settling && (await applySettlement(context, tx, settling))
    if (outcome.status === 'capture_refused') return written
    if (written === undefined) await bookSurplus(context, tx, { session, payment, outcome })
    await applyReversals(context, tx, payment, outcome)
    await applyDisputes(context, tx, payment, outcome)
    if (isUnexplained) await markUnexplained(tx, paymentId, context.clock())
    if (isFraudReported) await markFraudReported(tx, paymentId, context.clock())
    return written
  })
  if (settled !== undefined) tellOf(context, settled, outcome)
}

/**
 * As `settlePayment`, for the first outcome of a payment that this process has begun: one statement settles it from the session
 * as it was read, unless the session has changed since or more is to be written. Resolves to the session afterwards; undefined
 * when it must be read.
 */
export async function settleBegun<Session extends SessionToChange & { payment: PaymentRecord }>(
  context: ServiceContext,
  session: Session,
  outcome: PaymentOutcome,
): Promise<Settled<Session> | undefined> {
  const { payment } = session
  const settling = decide({ session, payment, outcome })
  const settled =
    settling !== undefined && isAlone(settling, outcome)
      ? await settleAtOnce(context, context.database, settling)
      : undefined
  if (settled === undefined)
    await settlePayment(context, { sessionId: session.id, paymentId: payment.id, outcome })
  else tellOf(context, settled, outcome)
  return settled
}

/** What an outcome changes; undefined where nothing is to be settled. */
function decide<Session extends SessionToChange>({
  session,
  payment,
  outcome,
}: {
  session: Session
  payment: PaymentRecord
  outcome: SettledOutcome
}): Settling<Session> | undefined {
  const { latePayments: latePolicy, amountMismatch: mismatchPolicy } = session.merchant
  const known = asUnsettled(payment, session)
  const decided = settle({ session, payment: known, outcome, latePolicy, mismatchPolicy })
  if (decided.result === 'nothing') return undefined
  return {
    session,
    payment,
    change: decided.change,
    outcome,
    decider: { kind: 'server' },
  }
}

/** A payment as the rules take it. */
export function asUnsettled(
  payment: PaymentRecord,
  session: SessionToChange,
): Unsettled['payment'] {
  const isLast = session.payment?.id === payment.id
  return { ...payment, isReleased: payment.releasedAt !== null, isLast }
}

const DECLINED_WHILE_HELD =
  'the processor declined a payment that it holds: only a release ends a hold'

/** Whether the one statement writes all: no refund, no decision, no reversal, no dispute, no held delivery. */
function isAlone(
  { session, payment, change }: Settling<SessionToChange>,
  outcome: PaymentOutcome,
): boolean {
  return (
    !change.refund &&
    change.decided === null &&
    !hasMoreTakenBack(payment, outcome) &&
    !('disputes' in outcome) &&
    !session.merchant.isCallbackDisabled
  )
}

/** Once it is committed. */
function tellOf(
  context: ServiceContext,
  { session, payment }: Settled<SessionToChange>,
  outcome: SettledOutcome,
): void {
  // A hold and its release are no decline, and may follow one that was counted.
  if (outcome.status !== 'authorized' && outcome.status !== 'voided')
    context.cardTestingAlarm.settled(session.merchantId, payment)
  if (payment.status === 'amount_mismatch')
    context.log.error(
      { paymentId: payment.id, outcome },
      'the processor took another amount than was asked',
    )
}
