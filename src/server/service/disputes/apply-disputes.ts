import { disputeEvents, isOpenDispute, standingOf, STEPS } from '#domain/dispute.ts'
import { newId } from '#domain/id.ts'
import type { PaymentOutcome } from '#domain/settle.ts'
import {
  readDisputesByReference,
  writeDispute,
  type DisputeRecord,
} from '../../database/disputes/disputes.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readPayment, type PaymentRecord } from '../../database/payments/payments.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { knownDisputes, type KnownStep } from './known-disputes.ts'
import { presentDispute } from './present-dispute.ts'

const OTHER_PAYMENT =
  'the processor told the dispute of another payment under the same reference: it was ignored'
const NO_DEADLINE = 'the deadline of a dispute is not known: look it up in the portal'

/**
 * Writes the disputes that an outcome tells, in the caller's transaction, which has locked the session: steps, standing, and
 * the events of what changed. Idempotent, and independent of order. Moves no money.
 */
export async function applyDisputes(
  context: ServiceContext,
  tx: Queryable,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<void> {
  const told = Map.groupBy(knownDisputes(context, outcome), ({ reference }) => reference)
  if (told.size === 0) return
  const { processor } = payment
  const known = await readDisputesByReference(tx, { processor, references: [...told.keys()] })
  for (const [reference, steps] of told) {
    const before = known.find(({ processorReference }) => processorReference === reference)
    if (before !== undefined && before.paymentId !== payment.id)
      context.log.error({ disputeId: before.id, paymentId: payment.id }, OTHER_PAYMENT)
    else await applyDispute(context, tx, { payment, before, told: steps })
  }
}

interface Applied {
  payment: PaymentRecord
  before: DisputeRecord | undefined
  told: readonly KnownStep[]
}

async function applyDispute(
  context: ServiceContext,
  tx: Queryable,
  { payment, before, told }: Applied,
): Promise<void> {
  const session = await lockSession(tx, payment.sessionId)
  const now = context.clock()
  const after = disputeAfter(
    before ?? {
      id: newId('dp', context.wallClock(), context.random),
      merchantId: session.merchantId,
      sessionId: session.id,
      paymentId: payment.id,
      processor: payment.processor,
      createdAt: now,
    },
    before,
    told,
    now,
  )
  const newSteps = after.steps.slice(before?.steps.length ?? 0)
  const events = disputeEvents(before, after)
  if (newSteps.length === 0 && events.length === 0) return
  await writeDispute(tx, { ...after, newSteps, now })
  if (after.status === 'needs_response' && after.respondBy === null)
    context.log.warn({ disputeId: after.id, paymentId: payment.id }, NO_DEADLINE)
  if (events.length === 0) return
  const current = (await readPayment(tx, payment.id)) ?? payment
  const data = { payment: presentPayment(current), dispute: presentDispute(inOrder(after)) }
  await changeSession(
    context,
    tx,
    session,
    {},
    events.map((type) => ({ type, data })),
  )
}

type Identity = Pick<
  DisputeRecord,
  'id' | 'merchantId' | 'sessionId' | 'paymentId' | 'processor' | 'createdAt'
>

/** The dispute with what was told: new steps follow those that were known, and its details are those of the highest. */
function disputeAfter(
  { id, merchantId, sessionId, paymentId, processor, createdAt }: Identity,
  before: DisputeRecord | undefined,
  told: readonly KnownStep[],
  now: Date,
): DisputeRecord {
  const steps = [...(before?.steps ?? [])]
  for (const { kind, at } of told)
    if (!steps.some((known) => known.kind === kind)) steps.push({ kind, at })
  const standing = standingOf(steps.map(({ kind }) => kind))
  const top = told.toSorted((one, other) => STEPS[one.kind].rank - STEPS[other.kind].rank).at(-1)
  if (standing === undefined || top === undefined) throw new Error('a dispute has a step')
  // A step below what is known brings nothing but itself.
  const details = before === undefined || STEPS[top.kind].rank >= before.rank ? top : before
  const isOpen = isOpenDispute(standing.status)
  const hasSameEnd = before?.status === standing.status
  return {
    id,
    merchantId,
    sessionId,
    paymentId,
    processor,
    processorReference: top.reference,
    ...standing,
    amountMinor: details.amountMinor,
    currency: details.currency,
    network: details.network ?? before?.network ?? null,
    reasonCode: details.reasonCode ?? before?.reasonCode ?? null,
    reason: details.reason ?? before?.reason ?? null,
    ...deadlineOf(details, before),
    openedAt: new Date(Math.min(...steps.map(({ at }) => at.getTime()))),
    createdAt,
    closedAt: isOpen ? null : ((hasSameEnd ? before.closedAt : null) ?? now),
    steps,
  }
}

/** What is not said leaves what is known. */
function deadlineOf(
  details: Pick<DisputeRecord, 'respondBy' | 'respondByIsProven'>,
  before: DisputeRecord | undefined,
) {
  const { respondBy, respondByIsProven } =
    details.respondBy === null && before !== undefined ? before : details
  return { respondBy, respondByIsProven: respondBy !== null && respondByIsProven }
}

function inOrder(dispute: DisputeRecord): DisputeRecord {
  const steps = dispute.steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return { ...dispute, steps }
}
