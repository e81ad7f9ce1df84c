import { z } from 'zod'
import { PaymentId, RefundId, SessionId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { absentOr, AmountMinor, Currency, inQuery, plainText, Timestamp } from './values.ts'

const REFUND_STATES = ['pending', 'succeeded', 'failed', 'reversed'] as const
export const RefundState = z.enum(REFUND_STATES).meta({ id: 'RefundState' })
export type RefundState = z.infer<typeof RefundState>

/** Body of `POST /v1/sessions/{id}/refunds`. Without an amount, the whole remainder is refunded. */
export const CreateRefund = z
  .strictObject({
    paymentId: PaymentId.optional().describe(
      'The payment to refund. Default: the one that succeeded; if none did, the one whose money is owed back.',
    ),
    amount: AmountMinor.min(1, 'must be at least 1').optional(),
    reason: absentOr(plainText(LIMITS.descriptionLengthMax)),
  })
  .meta({ id: 'CreateRefund' })
export type CreateRefund = z.output<typeof CreateRefund>

export const Refund = z
  .object({
    id: RefundId,
    object: z.literal('refund'),
    sessionId: SessionId,
    paymentId: PaymentId,
    status: RefundState,
    amount: AmountMinor,
    currency: Currency,
    reason: z.string().nullable(),
    createdAt: Timestamp,
    reversedAt: Timestamp.nullable()
      .optional()
      .describe(
        'When the money came back, as from a closed account; null unless `status` is `reversed`. Absent in older events.',
      ),
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof Refund>

/** Query of `GET /v1/sessions/{id}/refunds`: keyset pagination by refund id. */
export const ListRefunds = z.strictObject({
  limit: inQuery(z.int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault)),
  after: RefundId.optional().describe('The id of the last refund of the page before.'),
})
export type ListRefunds = z.output<typeof ListRefunds>

export const RefundList = z
  .object({ object: z.literal('list'), data: z.array(Refund), hasMore: z.boolean() })
  .meta({ id: 'RefundList' })
export type RefundList = z.infer<typeof RefundList>
