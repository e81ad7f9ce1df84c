import { refuse } from '../service/outcome.ts'

const RETRY_AFTER_SECONDS = 2

/** The refusal of load shedding. */
export const BUSY = refuse(
  'temporarily_unavailable',
  'There is too much to do. Try again in a moment, with the same Idempotency-Key where there is one.',
  { retryAfter: RETRY_AFTER_SECONDS },
)
