import type { DeclineCode, ShownDecline } from '#contract/payment.ts'

/**
 * The decline code that the shopper may see. Card testing: it does not say which card detail is wrong, as that would
 * confirm the others.
 */
export function shownDecline(code: DeclineCode): ShownDecline {
  if (code === 'expired_card' || code === 'incorrect_cvc' || code === 'incorrect_number')
    return 'card_details'
  return code
}

/** Whether a declined card payment may have been a guess; a failure at the bank is not. */
export function mayBeGuess(code: DeclineCode | null): boolean {
  return code !== null && code !== 'processing_error'
}
