import type { CardBrand, DeclineCode } from '#contract/payment.ts'

/** The simulated card network's behavior for a card. */
export type CardBehavior =
  | { type: 'succeed' }
  | { type: 'decline'; declineCode: DeclineCode }
  /** 3-D Secure: the shopper answers on the issuer's page first. */
  | { type: 'challenge' }
  /** Processing at first; succeeds some seconds later with a notification. */
  | { type: 'process' }
  /** Takes the money without a response: only an inquiry returns the outcome. */
  | { type: 'stay_silent' }
  /** Not even an inquiry returns an outcome until `POST /payments/{id}/simulate` decides it. */
  | { type: 'stay_unknown' }
  /** Succeeds; its holder disputes it some seconds later. */
  | { type: 'dispute'; as: DisputedAs }
  /** Succeeds; a refund of it succeeds, and its money comes back some seconds later. */
  | { type: 'return_refunds' }
  /** Succeeds; a refund of it is pending for some seconds. */
  | { type: 'delay_refunds' }

/** Why a payment is disputed; an inquiry asks first, and takes nothing. */
export const DISPUTED_AS = ['fraud', 'not_received', 'inquiry'] as const
export type DisputedAs = (typeof DISPUTED_AS)[number]

export interface TestCard {
  /** Digits only. */
  number: string
  brand: CardBrand
  behavior: CardBehavior
}

const succeed: CardBehavior = { type: 'succeed' }
const challenge: CardBehavior = { type: 'challenge' }

function decline(declineCode: DeclineCode): CardBehavior {
  return { type: 'decline', declineCode }
}

function dispute(as: DisputedAs): CardBehavior {
  return { type: 'dispute', as }
}

/**
 * Test cards: special numbers, and one or two of every brand. They have the meaning of Stripe's documentation of test
 * cards, except Elo and Hipercard, which Stripe lacks, and the last six, to which Stripe gives no meaning: their
 * digits recall the HTTP statuses 503 (Service Unavailable), 415 (Unsupported), 423 (Locked), 202 (Accepted) and 504
 * (Gateway Timeout).
 */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behavior: succeed },
  { number: '5555555555554444', brand: 'mastercard', behavior: succeed },
  { number: '2223003122003222', brand: 'mastercard', behavior: succeed },
  { number: '5200828282828210', brand: 'mastercard', behavior: succeed },
  { number: '378282246310005', brand: 'amex', behavior: succeed },
  { number: '371449635398431', brand: 'amex', behavior: succeed },
  { number: '6011111111111117', brand: 'discover', behavior: succeed },
  { number: '30569309025904', brand: 'diners', behavior: succeed },
  { number: '36227206271667', brand: 'diners', behavior: succeed },
  { number: '3566002020360505', brand: 'jcb', behavior: succeed },
  { number: '6200000000000005', brand: 'unionpay', behavior: succeed },
  { number: '6362970000457013', brand: 'elo', behavior: succeed },
  { number: '6062828888666688', brand: 'hipercard', behavior: succeed },
  { number: '4000000000000002', brand: 'visa', behavior: decline('card_declined') },
  { number: '4000000000009995', brand: 'visa', behavior: decline('insufficient_funds') },
  { number: '4000000000009987', brand: 'visa', behavior: decline('lost_card') },
  { number: '4000000000009979', brand: 'visa', behavior: decline('stolen_card') },
  { number: '4000000000000069', brand: 'visa', behavior: decline('expired_card') },
  { number: '4000000000000127', brand: 'visa', behavior: decline('incorrect_cvc') },
  { number: '4000000000000119', brand: 'visa', behavior: decline('processing_error') },
  { number: '4100000000000019', brand: 'visa', behavior: decline('suspected_fraud') },
  { number: '4000000000006975', brand: 'visa', behavior: decline('limit_exceeded') },
  { number: '4000002500003155', brand: 'visa', behavior: challenge },
  { number: '4000002760003184', brand: 'visa', behavior: challenge },
  { number: '4000000000000259', brand: 'visa', behavior: dispute('fraud') },
  { number: '4000000000002685', brand: 'visa', behavior: dispute('not_received') },
  { number: '4000000000001976', brand: 'visa', behavior: dispute('inquiry') },
  { number: '4000000000005126', brand: 'visa', behavior: { type: 'return_refunds' } },
  { number: '4000000000007726', brand: 'visa', behavior: { type: 'delay_refunds' } },
  { number: '4000503000000005', brand: 'visa', behavior: decline('issuer_unavailable') },
  { number: '4000415000000002', brand: 'visa', behavior: decline('card_not_supported') },
  { number: '4000423000000006', brand: 'visa', behavior: decline('card_blocked') },
  { number: '4000202000000004', brand: 'visa', behavior: { type: 'process' } },
  { number: '4000504000000003', brand: 'visa', behavior: { type: 'stay_silent' } },
  { number: '4000504000000011', brand: 'visa', behavior: { type: 'stay_unknown' } },
]

const BEHAVIORS = new Map(TEST_CARDS.map(({ number, behavior }) => [number, behavior]))

/** The behavior of a card number; any number outside the table succeeds. */
export function behaviorOf(number: string): CardBehavior {
  return BEHAVIORS.get(number) ?? succeed
}
