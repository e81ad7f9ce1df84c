/** States of a dispute. Apart from the schemas, so that pages may list them without `zod`. */
export const DISPUTE_STATES = ['needs_response', 'under_review', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

export const DISPUTE_STAGES = [
  'inquiry',
  'chargeback',
  'second_chargeback',
  'pre_arbitration',
  'arbitration',
] as const
export type DisputeStage = (typeof DISPUTE_STAGES)[number]

/** What happens to a dispute. */
export const DISPUTE_STEPS = [
  'inquiry_opened',
  'notified',
  'chargeback',
  'evidence_supplied',
  'period_ended',
  'chargeback_reversed',
  'issuer_gave_up',
  'second_chargeback',
  'pre_arbitration_opened',
  'pre_arbitration_declined',
  'pre_arbitration_accepted',
  'pre_arbitration_lost',
  'pre_arbitration_won',
  'pre_arbitration_withdrawn',
  'arbitration',
  'arbitration_won',
  'arbitration_lost',
] as const
export type DisputeStepKind = (typeof DISPUTE_STEPS)[number]
