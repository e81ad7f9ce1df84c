import type { CardEnvelope } from '#contract/checkout.ts'

/** How long a sealed card can start a payment. */
export const SEAL_MAX_AGE_MS = 900_000
/** How far the clock of the frame's server may be ahead. */
export const SEAL_CLOCK_SKEW_MS = 300_000

/** The one payment that a sealed card is good for. Amounts in minor units, interest of the plan included. */
export type CardBinding = Pick<
  CardEnvelope,
  'sessionId' | 'merchantId' | 'currency' | 'amount' | 'installments' | 'idempotencyKey'
>

export type SealFault = 'seal_mismatch' | 'seal_expired'

/** Why an envelope does not fit a payment; undefined when it does. `now` is real time, never a merchant's clock. */
export function sealFault(
  envelope: CardEnvelope,
  payment: CardBinding,
  now: Date,
): SealFault | undefined {
  const isBound =
    envelope.sessionId === payment.sessionId &&
    envelope.merchantId === payment.merchantId &&
    envelope.currency === payment.currency &&
    envelope.amount === payment.amount &&
    envelope.installments === payment.installments &&
    envelope.idempotencyKey === payment.idempotencyKey
  if (!isBound) return 'seal_mismatch'
  const ageMs = now.getTime() - Date.parse(envelope.sealedAt)
  return ageMs >= -SEAL_CLOCK_SKEW_MS && ageMs < SEAL_MAX_AGE_MS ? undefined : 'seal_expired'
}
