/** Test cards of the sandbox, by their outcome. */
export const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002500003155',
  processed: '4000202000000004',
  undecided: '4000504000000011',
} as const
export type Card = keyof typeof CARDS
export const CARD_NAMES = Object.keys(CARDS) as Card[]
