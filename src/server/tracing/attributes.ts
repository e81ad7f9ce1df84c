/**
 * All that a span may say. A person, a secret, an address, an SQL text or an error's message fits none of them: ids are
 * the checkout's own, everything else is one of a few values. OpenTelemetry's names where it has one.
 */
export const ATTRIBUTES = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'error.type',
  'db.system.name',
  'db.query.summary',
  'checkout.request.id',
  'checkout.operation',
  'checkout.caller',
  'checkout.merchant.id',
  'checkout.session.id',
  'checkout.payment.id',
  'checkout.refund.id',
  'checkout.event.id',
  'checkout.event.type',
  'checkout.delivery.id',
  'checkout.delivery.attempt',
  'checkout.delivery.outcome',
  'checkout.processor.account',
  'checkout.processor.operation',
  'checkout.processor.outcome',
  'checkout.payment.method',
  'checkout.item.id',
] as const
export type AttributeName = (typeof ATTRIBUTES)[number]
