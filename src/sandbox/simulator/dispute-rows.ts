import { z } from 'zod'
import { DISPUTE_STEPS } from '#contract/dispute-states.ts'
import type { ToldDispute } from '#domain/dispute.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'
import type { DisputedAs } from './test-cards.ts'

/** A step of a payment's dispute. */
export const DisputeStep = z.object({
  step: z.enum(DISPUTE_STEPS),
  at: z.coerce.date(),
  amountMinor: z.number(),
  /** Until when the merchant can answer it; null where it asks nothing. */
  respondBy: z.coerce.date().nullable(),
})
export type DisputeStep = z.infer<typeof DisputeStep>

/** The SQL of a payment's steps, oldest first. */
export const DISPUTE_STEPS_OF_PAYMENT = `(select coalesce(json_agg(json_build_object('step', d.step, 'at', d.at,
    'amountMinor', d.amount_minor, 'respondBy', d.respond_by) order by d.at), '[]')
  from simulator.dispute_steps d where d.payment_id = payments.id)`

const insert = preparedStatement(
  'insert_dispute_step',
  `insert into simulator.dispute_steps (payment_id, step, at, amount_minor, respond_by)
   values ($1, $2, $3, $4, $5)`,
)

export async function insertDisputeStep(
  db: Queryable,
  paymentId: string,
  { step, at, amountMinor, respondBy }: DisputeStep,
): Promise<void> {
  await db.query(insert([paymentId, step, at, amountMinor, respondBy]))
}

/** The reasons of cards that are disputed by themselves, as Visa numbers them. */
const REASONS: Record<DisputedAs, { reasonCode: string; reason: string }> = {
  fraud: { reasonCode: '10.4', reason: 'Other fraud, card absent' },
  not_received: { reasonCode: '13.1', reason: 'Not received' },
  inquiry: { reasonCode: '13.1', reason: 'Not received' },
}

/** The steps as the outcome of their payment tells them. */
export function toldDisputes({
  id,
  currency,
  card,
  disputedAs,
  disputeSteps,
}: {
  id: string
  currency: string
  card: { brand: string | null } | null
  disputedAs: DisputedAs | null
  disputeSteps: readonly DisputeStep[]
}): ToldDispute[] {
  return disputeSteps.map(({ step, at, amountMinor, respondBy }) => ({
    reference: `sim_dispute_${id}`,
    step,
    at: at.toISOString(),
    amountMinor,
    currency,
    ...(card?.brand != null && { network: card.brand }),
    ...(disputedAs === null ? { reason: 'Not received' } : REASONS[disputedAs]),
    ...(respondBy !== null && { respondBy: respondBy.toISOString(), respondByIsProven: true }),
  }))
}
