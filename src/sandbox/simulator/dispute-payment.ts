import type { PoolClient } from 'pg'
import type { DisputeStepKind } from '#contract/dispute-states.ts'
import { type DisputeStanding, isOpenDispute, standingOf, STEPS } from '#domain/dispute.ts'
import type { DisputeEvent } from '#server/processors/processor.ts'
import { after } from './due-event.ts'
import { insertDisputeStep } from './dispute-rows.ts'
import { appendNotification } from './outbox.ts'
import { findPayment, lockPayment, updateReversed } from './payment-rows.ts'
import { giveBack, leftOf, takeBack } from './reverse-payment.ts'
import type { SettleResult } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import type { StoredPayment } from './stored-payment.ts'
import { inTransaction } from './transaction.ts'

const DAY_MS = 86_400_000
const RESPOND_IN_DAYS = 14

interface NextStep {
  step: DisputeStepKind
  /** What happens to the disputed amount. */
  money?: 'taken' | 'given'
  isQuestion?: true
}

type Deps = Pick<Simulator, 'clockOf' | 'random'>

/** Takes the next step of a payment's dispute, and moves its money as banks do; the first one opens it. */
export async function disputePayment(
  simulator: Simulator,
  paymentId: string,
  event: DisputeEvent,
): Promise<SettleResult> {
  return inTransaction(simulator.pool, async (client) => {
    const payment = await lockPayment(client, paymentId)
    if (payment === undefined) return { result: 'not_found' }
    const isTaken = await takeStep(client, payment, event, simulator)
    const after = isTaken ? await findPayment(client, paymentId) : undefined
    return { result: isTaken ? 'settled' : 'not_possible', payment: after ?? payment }
  })
}

/** What happens by itself to a card that its holder disputes. */
export async function disputeDuePayment(
  client: PoolClient,
  paymentId: string,
  simulator: Deps,
): Promise<boolean> {
  const payment = await lockPayment(client, paymentId)
  if (payment === undefined) return false
  const stage = payment.disputedAs === 'inquiry' ? 'inquiry' : 'chargeback'
  return takeStep(client, payment, { type: 'dispute', stage }, simulator)
}

/** Takes a step in the caller's transaction; false where it does not fit. */
async function takeStep(
  client: PoolClient,
  payment: StoredPayment,
  event: DisputeEvent,
  simulator: Deps,
): Promise<boolean> {
  const standing = standingOf(payment.disputeSteps.map(({ step }) => step))
  const next = payment.status === 'succeeded' ? nextStep(event, standing) : undefined
  const amountMinor = amountOf(payment, event)
  const isCovered = next?.money !== 'taken' || amountMinor <= leftOf(payment)
  if (next === undefined || amountMinor < 1 || !isCovered) return false
  const now = simulator.clockOf(payment.merchantId)
  const respondBy = next.isQuestion === true ? after(now, daysOf(event) * DAY_MS) : null
  const { step } = next
  const { id: paymentId, reversedMinor, reinstatedMinor } = payment
  await insertDisputeStep(client, paymentId, { step, at: now, amountMinor, respondBy })
  const change = { reversedMinor: amountMinor, kind: 'chargeback', due: null, now } as const
  if (next.money === 'taken') await takeBack(client, payment, change, simulator)
  else if (next.money === 'given') await giveBack(client, payment, { amountMinor, now }, simulator)
  else {
    const { random } = simulator
    // The dispute that was to happen by itself has begun.
    await updateReversed(client, paymentId, {
      reversedMinor,
      reinstatedMinor,
      kind: null,
      due: null,
    })
    await appendNotification(client, { paymentId, type: 'payment.disputed' }, { now, random })
  }
  return true
}

/** The step of an event; `undefined` where it does not fit the dispute. */
function nextStep(
  event: DisputeEvent,
  standing: DisputeStanding | undefined,
): NextStep | undefined {
  const isOpen = standing !== undefined && isOpenDispute(standing.status)
  const isInquiry = isOpen && standing.stage === 'inquiry'
  switch (event.type) {
    case 'dispute':
      if (event.stage === 'inquiry')
        return standing === undefined ? { step: 'inquiry_opened', isQuestion: true } : undefined
      return standing === undefined || isInquiry
        ? { step: 'chargeback', money: 'taken', isQuestion: true }
        : undefined
    case 'dispute_answered':
      return isOpen && !isInquiry && standing.status === 'needs_response'
        ? { step: 'evidence_supplied' }
        : undefined
    case 'dispute_won':
      if (isInquiry) return { step: 'issuer_gave_up' }
      return isOpen ? { step: 'chargeback_reversed', money: 'given' } : undefined
    case 'dispute_lost':
      if (isOpen && !isInquiry) return { step: 'period_ended' }
      return standing?.rank === STEPS.chargeback_reversed.rank
        ? { step: 'second_chargeback', money: 'taken' }
        : undefined
  }
}

/** A dispute keeps its amount; a new one is of all that was not taken back. */
function amountOf(payment: StoredPayment, event: DisputeEvent): number {
  const opened = payment.disputeSteps.at(-1)
  if (event.type !== 'dispute') return opened?.amountMinor ?? 0
  return event.amountMinor ?? opened?.amountMinor ?? leftOf(payment)
}

function daysOf(event: DisputeEvent): number {
  return (event.type === 'dispute' ? event.respondInDays : undefined) ?? RESPOND_IN_DAYS
}
