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
