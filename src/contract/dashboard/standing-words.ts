/** What a payment is while or after money may come, in one word. */
const OF_PAYMENTS = [
  'requires_action',
  'processing',
  'unknown',
  'authorized',
  'another_amount',
  'paid',
  'partially_refunded',
  'refunded',
  'disputed',
  'partially_taken_back',
  'taken_back',
  'reinstated',
  'owed',
] as const

/** What a payment is, in one word. A session without a payment has its own state. */
export const STANDING_WORDS = [
  'open',
  'expired',
  'canceled',
  'declined',
  'voided',
  ...OF_PAYMENTS,
] as const
export type StandingWord = (typeof STANDING_WORDS)[number]

/** What the lists are filtered by: a standing, or `unpaid` for every payment of which nothing was taken and nothing may come. */
export const STANDING_FILTERS = ['unpaid', ...OF_PAYMENTS] as const
