/** What a payment is, in one word; of a session that nobody has tried to pay, its state. */
export const STANDING_WORDS = [
  'open',
  'expired',
  'canceled',
  'requires_action',
  'processing',
  'unknown',
  'another_amount',
  'declined',
  'paid',
  'partially_refunded',
  'refunded',
  'partially_taken_back',
  'taken_back',
  'owed',
] as const
export type StandingWord = (typeof STANDING_WORDS)[number]

/** What the lists are filtered by: a standing, or `unpaid` for every payment of which nothing was taken and nothing may come. */
export const STANDING_FILTERS = [
  'unpaid',
  'requires_action',
  'processing',
  'unknown',
  'another_amount',
  'paid',
  'partially_refunded',
  'refunded',
  'partially_taken_back',
  'taken_back',
  'owed',
] as const satisfies readonly (StandingWord | 'unpaid')[]
