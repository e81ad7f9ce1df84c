import { z } from 'zod'
import { MerchantId, SessionId } from '../ids.ts'
import { PaymentMethod } from '../payment.ts'
import { Timestamp } from '../values.ts'

const Place = { merchantId: MerchantId, merchantName: z.string() }

/** Something that waits for a person. */
export const Need = z.discriminatedUnion('kind', [
  /** Payments; the place is that of the oldest. */
  z.strictObject({
    kind: z.enum(['unknown', 'mismatch', 'owed', 'refund_failed']),
    count: z.int(),
    since: Timestamp,
    ...Place,
    sessionId: SessionId,
    orderReference: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.enum(['webhook_failing', 'webhook_disabled']),
    /** Deliveries in vain. */
    count: z.int(),
    since: Timestamp.nullable(),
    ...Place,
  }),
  z.strictObject({
    kind: z.literal('keys'),
    count: z.int(),
    /** Of the first that ends. */
    endsAt: Timestamp,
    ...Place,
  }),
  /** A way to pay in which this process makes no attempt, because the processor does not answer. */
  z.strictObject({ kind: z.literal('breaker'), method: PaymentMethod }),
])
export type Need = z.infer<typeof Need>
export type PaymentNeed = Extract<Need, { sessionId: string }>

/** The answer of `GET /api/needs`: what waits for this person. */
export const Needs = z.strictObject({
  needs: z.array(Need),
  /** Counts do not go on beyond it. */
  countedMax: z.int(),
  /** More merchants have something than are listed. */
  hasMore: z.boolean(),
})
export type Needs = z.infer<typeof Needs>
