import { refuse } from './handler.ts'

/** The refusal while a payment of another amount than was asked is held. */
export const AMOUNT_IS_UNDECIDED = refuse(
  'payment_in_progress',
  'The processor took another amount than was asked. Nothing else is possible until it is accepted or refused.',
)
