import type { ProcessorBasis } from '../processor.ts'

/** The documents that the adapter follows. Nobody has run it at Adyen. */
export const BASIS: ProcessorBasis = {
  document: 'CheckoutService-v72 and Webhooks-v1 of Adyen, github.com/Adyen/adyen-openapi@aa014f0',
  version: '72',
  readOn: '2026-11-22',
  sources: [
    'github.com/Adyen/adyen-android@956ab46 and adyen-ios@63a57d3: how cards are sealed, and where client keys lead',
    'github.com/alphagov/pay-connector: manualCapture, and a key for each kind of request',
    'the source of each refusal code and error code stands beside its table',
  ],
}
