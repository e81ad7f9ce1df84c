import { DECLINED_STATES, LOST_ANSWER, REFUSED_STATES } from './declined-states.ts'
import { ENDED_STATES, PAID_STATES } from './final-states.ts'
import type { CheckoutState, StateGroup } from './state.ts'
import { BOLETO_STATES, CHALLENGE_STATES, CHECKING_STATES, PIX_STATES } from './waiting-states.ts'

/** The form, and nothing pressed yet. */
export const OPEN_STATE: CheckoutState = { name: 'open', title: 'Open', read: (open) => open }

/** Every state to which a session can bring the page, in the order in which people meet them. */
export const STATE_GROUPS: readonly StateGroup[] = [
  { group: 'Paying', states: [OPEN_STATE] },
  { group: 'Confirmation by the bank', states: CHALLENGE_STATES },
  { group: 'Pix', states: PIX_STATES },
  { group: 'Boleto', states: BOLETO_STATES },
  { group: 'Outcome not known yet', states: [...CHECKING_STATES, LOST_ANSWER] },
  { group: 'Paid', states: PAID_STATES },
  { group: 'Declined', states: DECLINED_STATES },
  { group: 'Refused at the press', states: REFUSED_STATES },
  { group: 'Ended', states: ENDED_STATES },
]

export function findState(name: string): CheckoutState | undefined {
  return STATE_GROUPS.flatMap(({ states }) => states).find((state) => state.name === name)
}
