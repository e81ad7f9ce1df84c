import type { DisputeStage, DisputeState, DisputeStepKind } from '#contract/dispute-states.ts'

/** A step of a dispute, as the processor tells it. Order and repetition do not matter. */
export interface ToldDispute {
  /** By which the processor knows the dispute. */
  reference: string
  step: DisputeStepKind
  /** When it happened: RFC 3339, with its offset. */
  at?: string
  amountMinor: number
  currency: string
  network?: string
  /** The network's own code. */
  reasonCode?: string
  reason?: string
  /** When the answer is due: RFC 3339, with its offset. */
  respondBy?: string
  /** Whether a signature covers `respondBy`. */
  respondByIsProven?: boolean
}

export interface DisputeStanding {
  rank: number
  stage: DisputeStage
  status: DisputeState
}

const step = (rank: number, stage: DisputeStage, status: DisputeState): DisputeStanding => ({
  rank,
  stage,
  status,
})

/** Where each step leaves a dispute that has none of a higher rank. */
export const STEPS: Readonly<Record<DisputeStepKind, DisputeStanding>> = {
  inquiry_opened: step(10, 'inquiry', 'needs_response'),
  notified: step(20, 'chargeback', 'needs_response'),
  chargeback: step(30, 'chargeback', 'needs_response'),
  evidence_supplied: step(40, 'chargeback', 'under_review'),
  period_ended: step(50, 'chargeback', 'lost'),
  chargeback_reversed: step(60, 'chargeback', 'won'),
  issuer_gave_up: step(70, 'chargeback', 'won'),
  second_chargeback: step(80, 'second_chargeback', 'lost'),
  pre_arbitration_opened: step(90, 'pre_arbitration', 'needs_response'),
  pre_arbitration_declined: step(99, 'pre_arbitration', 'under_review'),
  pre_arbitration_accepted: step(100, 'pre_arbitration', 'lost'),
  pre_arbitration_lost: step(100, 'pre_arbitration', 'lost'),
  pre_arbitration_won: step(101, 'pre_arbitration', 'won'),
  pre_arbitration_withdrawn: step(101, 'pre_arbitration', 'won'),
  arbitration: step(110, 'arbitration', 'under_review'),
  arbitration_won: step(120, 'arbitration', 'won'),
  arbitration_lost: step(121, 'arbitration', 'lost'),
}

/**
 * What is said of a dispute is that of the highest step that is known: steps are a set, so their order, repetitions and gaps
 * do not matter, and the rank never falls. Undefined without a step.
 */
export function standingOf(steps: Iterable<DisputeStepKind>): DisputeStanding | undefined {
  let highest: DisputeStanding | undefined
  for (const kind of steps) {
    const standing = STEPS[kind]
    if (highest === undefined || standing.rank > highest.rank) highest = standing
  }
  return highest
}

/** Whether a dispute waits for somebody: a won or lost one may be reopened by a later step. */
export function isOpenDispute(status: DisputeState): boolean {
  return status === 'needs_response' || status === 'under_review'
}

export type DisputeEvent = 'dispute.opened' | 'dispute.updated' | 'dispute.won' | 'dispute.lost'

/** What merchants see of a dispute's standing. */
type Seen = Pick<DisputeStanding, 'stage' | 'status'> & { respondBy: Date | null }

/** The events of a change of a dispute, in order; `before` is undefined for a new one. */
export function disputeEvents(before: Seen | undefined, after: Seen): DisputeEvent[] {
  const ending = isOpenDispute(after.status)
    ? []
    : ([after.status === 'won' ? 'dispute.won' : 'dispute.lost'] as const)
  if (before === undefined) return ['dispute.opened', ...ending]
  if (before.status !== after.status) return ending.length > 0 ? [...ending] : ['dispute.updated']
  const isSame =
    before.stage === after.stage && before.respondBy?.getTime() === after.respondBy?.getTime()
  return isSame ? [] : ['dispute.updated']
}
