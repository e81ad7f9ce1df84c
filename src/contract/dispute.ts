import { z } from 'zod'
import { DISPUTE_STAGES, DISPUTE_STATES, DISPUTE_STEPS } from './dispute-states.ts'
import { DisputeId, MerchantId, PaymentId, SessionId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { AmountMinor, Currency, inQuery, Timestamp } from './values.ts'

const DisputeState = z
  .enum(DISPUTE_STATES)
  .describe('`won` and `lost` need not be final: a later step may reopen the dispute.')
  .meta({ id: 'DisputeState' })

const DisputeStage = z.enum(DISPUTE_STAGES).meta({ id: 'DisputeStage' })

const DisputeStep = z
  .object({ kind: z.enum(DISPUTE_STEPS), at: Timestamp })
  .meta({ id: 'DisputeStep' })

const disputeSchema = z
  .object({
    id: DisputeId,
    object: z.literal('dispute'),
    merchantId: MerchantId,
    sessionId: SessionId,
    paymentId: PaymentId,
    status: DisputeState,
    stage: DisputeStage,
    amount: AmountMinor.describe(
      'What is disputed. No sum follows it: `amountReversed` of the payment is what was taken back.',
    ),
    currency: Currency,
    network: z.string().nullable().describe('As the processor names it.'),
    reasonCode: z.string().nullable().describe("The network's own code."),
    reason: z.string().nullable().describe('As the processor words it.'),
    respondBy: Timestamp.nullable().describe(
      "When the answer is due, as the processor says. The processor's own portal has the last word.",
    ),
    respondByIsProven: z.boolean().describe('Whether a signature covers `respondBy`.'),
    processorReference: z.string().describe('By which the portal of the processor finds it.'),
    openedAt: Timestamp,
    closedAt: Timestamp.nullable().describe('Since when it is won or lost.'),
    createdAt: Timestamp,
    steps: z.array(DisputeStep).describe('What is known to have happened, oldest first.'),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof disputeSchema>
// Named, because the package's declarations would repeat an inferred type.
export interface DisputeSchema extends z.ZodType<Dispute, Dispute> {}
export const Dispute: DisputeSchema = disputeSchema

/** Query of `GET /v1/disputes`: keyset pagination by dispute id. */
export const ListDisputes = z.strictObject({
  limit: inQuery(z.int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault)),
  after: DisputeId.optional().describe('The id of the last dispute of the page before.'),
  status: DisputeState.optional(),
})
export type ListDisputes = z.output<typeof ListDisputes>

export const DisputeList = z
  .object({ object: z.literal('list'), data: z.array(Dispute), hasMore: z.boolean() })
  .meta({ id: 'DisputeList' })
export type DisputeList = z.infer<typeof DisputeList>
