import type { KnownPayment } from '#server/processors/processor.ts'

/** A payment about which the processor has reported nothing yet. */
export const KNOWN_PAYMENT: KnownPayment = {
  paymentId: 'pay_1',
  method: 'card',
  amountMinor: 1,
  currency: 'BRL',
  references: {},
  state: {},
  facts: [],
}
