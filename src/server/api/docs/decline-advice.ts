import type { DeclineCode } from '#contract/payment.ts'

/** Why a payment was declined, as a merchant may tell a shopper who asks. */
export const DECLINE_ADVICE: Record<DeclineCode, string> = {
  card_declined: 'The bank said no without a reason. The shopper can ask it, or use another card.',
  insufficient_funds: 'The account or the limit does not cover the amount.',
  expired_card: 'The card has expired, or the date was mistyped.',
  incorrect_cvc: 'The security code was mistyped.',
  incorrect_number: 'The number belongs to no card. It was mistyped.',
  processing_error:
    'Something broke on the way to the bank. Nothing was taken; trying again helps.',
  lost_card: 'The card was reported lost. Do not tell the reason to whoever holds it.',
  stolen_card: 'The card was reported stolen. Do not tell the reason to whoever holds it.',
  suspected_fraud: 'The bank or the processor suspects fraud. Do not tell the reason.',
  authentication_failed: 'The shopper did not pass the challenge of their bank.',
  authentication_abandoned: 'The shopper left the challenge of their bank, or its time ran out.',
  pix_expired: 'The Pix code was not paid in time. A new one can be made.',
  boleto_expired: 'The boleto was not paid by its due date. A new one can be made.',
  replaced: 'The shopper turned to another way of paying, which took the place of this attempt.',
}
