import type { Played } from './play-webhook.ts'

/** What an item means; `a report` names one, and `no item` has another signature than ours, and is of another webhook. */
export type Outcome = Played | 'a report' | 'no item'

/** The 42 examples of Webhooks-v1, at Adyen/adyen-openapi@aa014f0. */
export const WEBHOOKS: Readonly<Record<string, Outcome>> = {
  'ACH_NOTIFICATION_OF_CHANGE-ach_notification_of_change': 'no item',
  'AUTHORISATION-authorisation': {
    held: 'holds 1000 EUR',
  },
  'AUTHORISATION_ADJUSTMENT-authorisation_adjustment': {},
  'AUTORESCUE-autorescue': {},
  'CANCELLATION-cancellation': {
    held: 'released, elsewhere',
  },
  'CANCEL_AUTORESCUE-cancel_autorescue': {},
  'CANCEL_OR_REFUND-cancel_or_refund': {
    held: 'released, elsewhere',
    moved: '1000 back as refund_elsewhere',
    refund: 'pending',
  },
  'CAPTURE-capture': {
    held: 'captured 1000 EUR',
  },
  'CAPTURE_FAILED-capture_failed': {
    moved: '1000 back as capture_failed',
  },
  'CHARGEBACK-chargeback': {
    moved: '1000 back as chargeback',
    step: 'chargeback',
  },
  'CHARGEBACK_REVERSED-chargeback_reversed': {
    step: 'chargeback_reversed',
  },
  'DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION-ach_notice_of_change': 'no item',
  'DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION-eft_notice_of_change': 'no item',
  'DISPUTE_DEFENSE_PERIOD_ENDED-dispute_defense_period_ended': {
    step: 'period_ended',
  },
  'EXPIRE-expire': {
    held: 'released, expired',
  },
  'INFORMATION_SUPPLIED-information_supplied': {
    step: 'evidence_supplied',
  },
  'ISSUER_COMMENTS-issuer_comments': {},
  'ISSUER_RESPONSE_TIMEFRAME_EXPIRED-issuer_response_timeframe_expired': {
    step: 'issuer_gave_up',
  },
  'MANUAL_REVIEW_ACCEPT-manual_review_accept': {},
  'MANUAL_REVIEW_REJECT-manual_review_reject': {},
  'NOTIFICATION_OF_CHARGEBACK-notification_of_chargeback': {
    step: 'notified',
  },
  'NOTIFICATION_OF_FRAUD-notification_of_fraud': {
    isFraud: true,
  },
  'OFFER_CLOSED-offer_closed': {
    held: 'authentication_abandoned',
  },
  'ORDER_CLOSED-order_closed': {},
  'ORDER_OPENED-order_opened': {},
  'PAIDOUT_REVERSED-paidout_reversed': {},
  'PAYOUT_DECLINE-payout_decline': {},
  'PAYOUT_EXPIRE-payout_expire': {},
  'PAYOUT_THIRDPARTY-payout_thirdparty': {},
  'POSTPONED_REFUND-postponed_refund': {
    refund: 'pending',
  },
  'PREARBITRATION_LOST-prearbitration_lost': {
    step: 'pre_arbitration_lost',
  },
  'PREARBITRATION_WON-prearbitration_won': {
    step: 'pre_arbitration_won',
  },
  'RECURRING_CONTRACT-recurring_contract': {},
  'REFUND-refund': {
    refund: 'failed',
  },
  'REFUNDED_REVERSED-refunded_reversed': {
    refund: 'failed',
  },
  'REFUND_FAILED-refund_failed': {
    refund: 'failed',
  },
  'REFUND_WITH_DATA-refund_with_data': {
    refund: 'pending',
  },
  'REPORT_AVAILABLE-report_available': 'a report',
  'REQUEST_FOR_INFORMATION-request_for_information': {
    step: 'inquiry_opened',
  },
  'SECOND_CHARGEBACK-second_chargeback': {
    moved: '1000 back as chargeback',
    step: 'second_chargeback',
  },
  'TECHNICAL_CANCEL-technical_cancel': {
    held: 'released, elsewhere',
  },
  'VOID_PENDING_REFUND-void_pending_refund': {
    refund: 'pending',
  },
}
/** What others recorded. */
export const RECORDINGS: Readonly<Record<string, Outcome>> = {
  'node authorisationTrue': {
    held: 'holds 10100 EUR',
  },
  'node captureTrue': {
    held: 'captured 23623 USD',
  },
  'node captureFalse': {
    moved: '23623 back as capture_failed',
  },
  'node refundTrue': {
    moved: '1500 back as refund_elsewhere',
    refund: 'succeeded',
  },
  'node refundFalse': {
    refund: 'failed',
  },
  'node accountHolderCreated': 'no item',
  'dotnet authorisation-default-stj-options': {
    held: 'holds 1000 EUR',
  },
  'dotnet merchant-webhook-payload': {
    held: 'holds 0 EUR',
  },
  'dotnet classic-platform-webhook': 'no item',
  'prism payment_succeeded': {
    held: 'holds 2000 USD',
  },
  'prism refund_succeeded': {
    moved: '2000 back as refund_elsewhere',
    refund: 'succeeded',
  },
  'prism invalid_signature': 'no item',
}

/** The answers among the 110 examples of CheckoutService-v72 that the adapter can get: what its call ends with. */
export const CHECKOUT: Readonly<Record<string, string>> = {
  'generic-400': 'ProcessorRefused',
  'generic-401': 'ProcessorRefused',
  'generic-403': 'ProcessorRefused',
  'generic-422': 'ProcessorRefused',
  'generic-500': 'ProcessorSilent',
  'cancels-cancel-with-own-reference-201': 'failed processing_error',
  'paymentMethods-basic-200': 'the account takes cards',
  'paymentMethods-filtered-200': 'the account takes cards',
  'paymentMethods-include-stored-200': 'the account takes cards',
  'payments-card-3d-secure-2-web-200': 'ProcessorSilent',
  'payments-card-3d-secure-redirect-200': 'requires_action',
  'payments-card-direct-200': 'authorized 044925',
  'payments-card-securedfields-200': 'authorized 065696',
  'payments-details-00.redirect-200': 'authorized',
  'payments-enableOneClick-SF-200': 'authorized 082338',
  'payments-ideal-200': 'ProcessorRefused',
  'payments-on-demand-top-up-from-transfer-instrument-200': 'authorized',
  'payments-on-demand-top-up-visa-200': 'authorized 1111',
  'payments-paymentPspReference-captures-capture-201': 'captured',
  'payments-paymentPspReference-captures-split-balanceplatform-201': 'captured',
  'payments-paymentPspReference-captures-split-classic-201': 'captured',
  'payments-paymentPspReference-refunds-refund-201': 'pending',
  'payments-paymentPspReference-reversals-reversal-201': 'voided',
  'payments-split-balanceplatform-200': 'authorized 035450 visa 1111',
  'payments-subscription-first-transaction-200': 'authorized 098871',
}

/**
 * Answers that others recorded, some by older versions of the API: what a call ends with. A native challenge is not asked for, so such an
 * answer tells nothing.
 */
export const RECORDED_ANSWERS: Readonly<Record<string, string>> = {
  'payments-dotnet-success-200': 'authorized 1111',
  'payments-dotnet-redirect-200': 'requires_action',
  'payments-dotnet-threeDS2-200': 'ProcessorSilent',
  'payments-dotnet-identify-200': 'ProcessorSilent',
  'payments-dotnet-challenge-200': 'ProcessorSilent',
  'payments-dotnet-cvc-declined-200': 'failed card_declined',
  'payments-dotnet-expired-200': 'failed card_declined',
  'payments-dotnet-not-allowed-403': 'ProcessorRefused',
  'payments-dotnet-invalid-422': 'ProcessorRefused',
  'payments-dotnet-payload-422': 'ProcessorRefused',
  'payments-details-dotnet-bare-200': 'authorized',
  'payments-details-dotnet-success-200': 'authorized',
  'payments-dotnet-captures-201': 'captured',
  'payments-dotnet-refunds-201': 'pending',
  'payments-dotnet-reversals-201': 'voided',
  'cancels-dotnet-standalone-201': 'failed processing_error',
  'payments-dotnet-reversals-by-cancel-201': 'voided',
  'payments-dotnet-captures-422': 'ProcessorRefused',
  'payments-python-success-200': 'authorized 1111',
  'payments-details-python-success-200': 'authorized',
  'payments-details-python-invalid-422': 'ProcessorRefused',
  'payments-python-captures-201': 'captured',
  'payments-python-captures-422': 'ProcessorRefused',
  'payments-python-reversals-201': 'voided',
  'payments-python-reversals-by-cancel-201': 'voided',
  'cancels-python-201': 'failed processing_error',
  'paymentMethods-python-200': 'the account takes cards',
  'paymentMethods-python-403': 'ProcessorNotAsked',
}

/** The other examples, and why the adapter never meets them. */
export const NOT_MET: readonly { why: string; names: readonly string[] }[] = [
  {
    why: 'It asks for no such thing.',
    names: [
      'get-paymentLinks-linkId-basic-200',
      'get-sessions-sessionId-success-200',
      'get-storedPaymentMethods-success-200',
      'patch-paymentLinks-linkId-basic',
      'patch-paymentLinks-linkId-basic-200',
      'applePay-sessions-basic',
      'applePay-sessions-basic-200',
      'cardDetails-basic',
      'cardDetails-basic-200',
      'cardDetails-supported-brands',
      'cardDetails-supported-brands-200',
      'donationCampaigns-donation-campaigns',
      'donationCampaigns-donation-campaigns-200',
      'donations-donations-campaigns',
      'donations-donations-campaigns-200',
      'donations-donations-classic',
      'donations-donations-classic-200',
      'donations-donations-with-token',
      'donations-donations-with-token-200',
      'donations-donations-with-token-422',
      'forward-forward-card',
      'forward-forward-card-200',
      'orders-basic',
      'orders-basic-200',
      'orders-cancel-basic',
      'orders-cancel-basic-200',
      'originKeys-basic',
      'originKeys-basic-200',
      'paymentLinks-basic',
      'paymentLinks-basic-201',
      'paymentMethods-balance-basic',
      'paymentMethods-balance-basic-200',
      'paymentMethods-balance-not-enough',
      'paymentMethods-balance-not-enough-200',
      'payments-paymentPspReference-amountUpdates-amount-update',
      'payments-paymentPspReference-amountUpdates-amount-update-201',
      'payments-paymentPspReference-cancels-cancel-with-psp-reference',
      'payments-paymentPspReference-cancels-cancel-with-psp-reference-201',
      'paypal-updateOrder-advanced-with-delivery',
      'paypal-updateOrder-advanced-with-delivery-200',
      'paypal-updateOrder-advanced-without-delivery',
      'paypal-updateOrder-advanced-without-delivery-200',
      'paypal-updateOrder-sessions-with-delivery',
      'paypal-updateOrder-sessions-with-delivery-200',
      'paypal-updateOrder-sessions-without-delivery',
      'paypal-updateOrder-sessions-without-delivery-200',
      'sessions-00.success',
      'sessions-00.success-201',
      'sessions-01.klarna',
      'sessions-01.klarna-201',
      'sessions-enableOneClick',
      'sessions-enableOneClick-201',
      'sessions-split',
      'sessions-split-201',
      'storedPaymentMethods-encrypted-card-details',
      'storedPaymentMethods-encrypted-card-details-201',
      'storedPaymentMethods-unencrypted-card-details',
      'storedPaymentMethods-unencrypted-card-details-201',
    ],
  },
  {
    why: "They are requests: the adapter's own are held against the document's schemas.",
    names: [
      'cancels-cancel-with-own-reference',
      'paymentMethods-basic',
      'paymentMethods-filtered',
      'paymentMethods-include-stored',
      'payments-applepay',
      'payments-card-3d-secure-2-web',
      'payments-card-3d-secure-redirect',
      'payments-card-direct',
      'payments-card-securedfields',
      'payments-details-00.redirect',
      'payments-details-3d-secure-2-native',
      'payments-enableOneClick-SF',
      'payments-googlepay',
      'payments-ideal',
      'payments-klarna',
      'payments-on-demand-top-up-from-transfer-instrument',
      'payments-on-demand-top-up-visa',
      'payments-oneclick-securedfields',
      'payments-paymentPspReference-captures-capture',
      'payments-paymentPspReference-captures-split-balanceplatform',
      'payments-paymentPspReference-captures-split-classic',
      'payments-paymentPspReference-refunds-refund',
      'payments-paymentPspReference-reversals-reversal',
      'payments-split-balanceplatform',
      'payments-split-classic',
      'payments-subscription-first-transaction',
      'payments-subscription-payment',
    ],
  },
]
