import { z } from 'zod'
import { MerchantId, SessionId } from '../ids.ts'
import { PaymentMethod } from '../payment.ts'
import { Timestamp } from '../values.ts'

const Place = { merchantId: MerchantId, merchantName: z.string() }

/** Something that waits for a person. */
export const Need = z.discriminatedUnion('kind', [
  /** Payments. Merchant, session and order reference are those of the oldest. */
  z.strictObject({
    kind: z.enum([
      'unknown',
      'mismatch',
      'owed',
      'refund_failed',
      'refund_reversed',
      'taken_back',
      'capture_stuck',
      'void_failed',
      'unexplained_money',
      'fraud_reported',
    ]),
    count: z.int(),
    since: Timestamp,
    ...Place,
    sessionId: SessionId,
    orderReference: z.string().nullable(),
  }),
  /** Payments that wait until a deadline. Merchant, session and order reference are those of the first. */
  z.strictObject({
    kind: z.enum(['authorization_ends', 'dispute_due']),
    count: z.int(),
    /** The first deadline. */
    endsAt: Timestamp,
    isUrgent: z.boolean(),
    ...Place,
    sessionId: SessionId,
    orderReference: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.enum(['webhook_failing', 'webhook_disabled']),
    /** Deliveries that failed. */
    count: z.int(),
    since: Timestamp.nullable(),
    ...Place,
  }),
  z.strictObject({
    kind: z.literal('keys'),
    count: z.int(),
    /** When the first of the keys ends. */
    endsAt: Timestamp,
    ...Place,
  }),
  /** A payment method whose circuit breaker is open in this process, because the processor does not answer. */
  z.strictObject({ kind: z.literal('breaker'), method: PaymentMethod }),
])
export type Need = z.infer<typeof Need>
export type PaymentNeed = Extract<Need, { sessionId: string; since: string }>
export type DeadlineNeed = Extract<Need, { sessionId: string; endsAt: string }>

/** The answer of `GET /api/needs`: what waits for this person. */
export const Needs = z.strictObject({
  needs: z.array(Need),
  /** The greatest count: nothing is counted beyond it. */
  countedMax: z.int(),
  /** Whether more merchants have needs than are listed. */
  hasMore: z.boolean(),
})
export type Needs = z.infer<typeof Needs>
