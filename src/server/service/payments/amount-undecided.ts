import { refuse } from '../outcome.ts'

/** The refusal while a payment with another amount than was asked waits for a decision. */
export const AMOUNT_IS_UNDECIDED = refuse(
  'payment_in_progress',
  'The processor took another amount than was asked. Nothing else is possible until it is accepted or refused.',
)
