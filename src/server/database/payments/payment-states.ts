import { PAYMENT_STATES } from '#contract/payment.ts'
import { ENDED_STATES, isLive } from '#domain/payment-state.ts'

/** SQL: a list of the states in which a payment has ended, as in `status not in (…)`; the index payments_one_live has the same. */
export const ENDED = literals(ENDED_STATES)

/** SQL: a list of all other states. */
export const LIVE = literals(PAYMENT_STATES.filter(isLive))

function literals(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ')
}
