import type { DeclineCode, ShownDecline } from '../../../contract/payment.ts'

/** Which of a card's details is wrong is not told: who tries stolen numbers would learn that the others are right. */
export function shownDecline(code: DeclineCode): ShownDecline {
  if (code === 'expired_card' || code === 'incorrect_cvc' || code === 'incorrect_number')
    return 'card_details'
  return code
}

/** Whether a failed attempt by card may have been a guess: a failure of the bank itself is none. */
export function mayBeGuess(code: DeclineCode | null): boolean {
  return code !== null && code !== 'processing_error'
}
