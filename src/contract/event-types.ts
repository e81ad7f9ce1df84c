/** Event types. Apart from the schemas, so that pages may list them without `zod`. */
export const EVENT_TYPES = [
  'session.completed',
  'session.expired',
  'session.canceled',
  'payment.requires_action',
  'payment.processing',
  'payment.authorized',
  'payment.succeeded',
  'payment.failed',
  'payment.late',
  'payment.amount_mismatch',
  'payment.reversed',
  'payment.capture_failed',
  'payment.voided',
  'refund.succeeded',
  'refund.failed',
  'ping',
] as const
