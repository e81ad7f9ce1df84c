import { z } from 'zod'
import { MerchantId, PaymentId, RefundId, SessionId } from '../../ids.ts'
import { LIMITS } from '../../limits.ts'
import { PaymentState } from '../../payment.ts'
import { RefundState } from '../../refund.ts'
import { SessionState } from '../../session.ts'
import { AmountMinor, Currency, plainText } from '../../values.ts'
import type { ActionRow } from './action-row.ts'

const merchantId = MerchantId
const ofPayment = { merchantId, paymentId: PaymentId }
/** What the person saw, and signs: another amount at the time of the action is refused. */
const seen = { amount: AmountMinor, currency: Currency }
const reason = plainText(LIMITS.descriptionLengthMax)

/** Dashboard actions that the timeline of a payment offers. */
export const PAYMENT_ACTIONS = {
  /** The amount is always named, so that a signature covers it. Seats in `REFUNDS_UNSIGNED` need none within their limit. */
  'refund.create': {
    permission: 'payments:refund',
    input: z.strictObject({
      ...ofPayment,
      sessionId: SessionId,
      amount: AmountMinor.min(1),
      currency: Currency,
      reason: reason.optional(),
    }),
    answer: z.strictObject({ refundId: RefundId, status: RefundState }),
    weight: 'heavy',
    signed: true,
  },
  'session.cancel': {
    permission: 'payments:manage',
    input: z.strictObject({ merchantId, sessionId: SessionId, reason: reason.optional() }),
    answer: z.strictObject({ status: SessionState }),
    weight: 'medium',
    signed: false,
  },
  /** Captures what is held, in full or in part; the rest is released with it. Money comes in, at most what the shopper agreed to. */
  'payment.capture': {
    permission: 'payments:capture',
    input: z.strictObject({
      ...ofPayment,
      sessionId: SessionId,
      amount: AmountMinor.min(1),
      currency: Currency,
    }),
    answer: z.strictObject({ result: z.enum(['captured', 'pending', 'refused']) }),
    weight: 'heavy',
    signed: false,
  },
  /** Releases what is held, and with it cancels the session. */
  'payment.void': {
    permission: 'payments:capture',
    input: z.strictObject({ ...ofPayment, sessionId: SessionId, reason: reason.optional() }),
    answer: z.strictObject({ result: z.enum(['released', 'pending']) }),
    weight: 'medium',
    signed: false,
  },
  /** Asks the processor now what became of a payment. */
  'payment.inquire': {
    permission: 'payments:manage',
    input: z.strictObject(ofPayment),
    answer: z.strictObject({
      status: PaymentState,
      /** `soon`: the processor was asked less than a second ago, and a running server asks it again. */
      inquiry: z.enum(['answered', 'silent', 'not_found', 'soon']),
    }),
    weight: 'light',
    signed: false,
  },
  /** Keeps an amount other than the one that was asked. What was taken is named, so that a signature covers it. */
  'payment.accept': {
    permission: 'payments:decide',
    input: z.strictObject({ ...ofPayment, ...seen, reason: reason.optional() }),
    answer: z.strictObject({ status: PaymentState }),
    weight: 'heavy',
    signed: true,
  },
  /** Gives such an amount back. */
  'payment.refuse': {
    permission: 'payments:decide',
    input: z.strictObject({ ...ofPayment, ...seen, reason }),
    answer: z.strictObject({ status: PaymentState }),
    weight: 'heavy',
    signed: true,
  },
  /** Makes the next refund of owed money, or the next inquiry about a pending refund, due now. */
  'refund.retry': {
    permission: 'payments:decide',
    input: z.strictObject(ofPayment),
    answer: z.strictObject({}),
    weight: 'light',
    signed: false,
  },
  /** Records that owed money, all that is left of it, was paid back in another way, so that it is no longer owed. */
  'refund.paid': {
    permission: 'payments:decide',
    input: z.strictObject({ ...ofPayment, ...seen, reason }),
    answer: z.strictObject({ amount: AmountMinor, currency: Currency }),
    weight: 'heavy',
    signed: true,
  },
  /** Ends a pending refund as a person has found it in the processor's books, when the processor says nothing of it. */
  'refund.settle': {
    permission: 'payments:decide',
    input: z.strictObject({
      merchantId,
      refundId: RefundId,
      as: z.enum(['succeeded', 'failed']),
      ...seen,
      reason,
    }),
    answer: z.strictObject({ status: RefundState }),
    weight: 'heavy',
    signed: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>
