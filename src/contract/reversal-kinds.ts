/**
 * Why money was taken back: by a payer's bank, because an acknowledged capture failed, in the processor's own portal, or by the
 * network, as Pix does after fraud.
 */
export const REVERSAL_KINDS = [
  'chargeback',
  'capture_failed',
  'refund_elsewhere',
  'network',
] as const
export type ReversalKind = (typeof REVERSAL_KINDS)[number]
