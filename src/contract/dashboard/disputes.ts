import { z } from 'zod'
import { DISPUTE_STATES, type DisputeStage, type DisputeState } from '../dispute-states.ts'
import type { Dispute } from '../dispute.ts'
import { DisputeId, MerchantId } from '../ids.ts'

/** The query of `GET /api/disputes`. Without `merchant`: disputes of every merchant, for the operator's people. */
export const ListedDisputesQuery = z.strictObject({
  merchant: MerchantId.optional(),
  /** Default: those that wait for an answer, the one that is due first at the top. The others: newest first. */
  status: z.enum([...DISPUTE_STATES, 'all']).optional(),
  /** The last dispute of the page before. */
  after: DisputeId.optional(),
})
export type ListedDisputesQuery = z.infer<typeof ListedDisputesQuery>

/** Amounts are in minor units, times ISO 8601. */
export interface ListedDispute {
  id: string
  sessionId: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  status: DisputeState
  stage: DisputeStage
  amount: number
  currency: string
  /** As the processor says. */
  respondBy: string | null
  openedAt: string
}

/** What somebody noted about a dispute. The audit log says who. */
export interface DisputeNote {
  at: string
  note: string | null
  /** Whether it says that the dispute was answered in the processor's portal. */
  isAnswered: boolean
}

/** The answer of `GET /api/disputes/{id}`. */
export interface DisputeAnswer {
  dispute: Dispute
  merchantName: string
  orderReference: string | null
  /** IANA name of the merchant's time zone, in which the deadline is shown. */
  timeZone: string
  /** Oldest first. */
  notes: DisputeNote[]
}
