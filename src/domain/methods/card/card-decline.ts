import type { DeclineCode, ShownDecline } from '#contract/payment.ts'

const SHOWN_AS = {
  expired_card: 'card_details',
  incorrect_cvc: 'card_details',
  incorrect_number: 'card_details',
  card_not_supported: 'lost_card',
  card_blocked: 'lost_card',
  issuer_unavailable: 'processing_error',
  limit_exceeded: 'insufficient_funds',
} as const satisfies Record<Exclude<DeclineCode, ShownDecline>, ShownDecline>

/**
 * The decline code that the shopper may see. Card testing: it does not say which card detail is wrong, as that would
 * confirm the others.
 */
export function shownDecline(code: DeclineCode): ShownDecline {
  return isShownAsAnother(code) ? SHOWN_AS[code] : code
}

function isShownAsAnother(code: DeclineCode): code is keyof typeof SHOWN_AS {
  return Object.hasOwn(SHOWN_AS, code)
}

/** Failures at the bank: nobody learns from them whether a card is right. */
export const FAILURES_AT_BANK = [
  'processing_error',
  'issuer_unavailable',
] as const satisfies readonly DeclineCode[]

/** Whether a declined card payment may have been a guess; a failure at the bank is not. */
export function mayBeGuess(code: DeclineCode | null): boolean {
  return code !== null && !FAILURES_AT_BANK.some((failure) => failure === code)
}
