import { DECLINED_STATES, LOST_RESPONSE, REFUSED_STATES } from './declined-states.ts'
import { ENDED_STATES, HELD_STATES, PAID_STATES } from './final-states.ts'
import { ACTION_GROUPS } from './methods/methods.ts'
import type { CheckoutState, StateGroup } from './state.ts'
import { CHECKING_STATES } from './waiting-states.ts'

export const OPEN_STATE: CheckoutState = { name: 'open', title: 'Open', read: (open) => open }

/** Every state of the page, in the order of a purchase. */
export const STATE_GROUPS: readonly StateGroup[] = [
  { group: 'Paying', states: [OPEN_STATE] },
  ...ACTION_GROUPS,
  { group: 'Outcome not known yet', states: [...CHECKING_STATES, LOST_RESPONSE] },
  { group: 'Held', states: HELD_STATES },
  { group: 'Paid', states: PAID_STATES },
  { group: 'Declined', states: DECLINED_STATES },
  { group: 'Refused at the press', states: REFUSED_STATES },
  { group: 'Ended', states: ENDED_STATES },
]

export function findState(name: string): CheckoutState | undefined {
  return STATE_GROUPS.flatMap(({ states }) => states).find((state) => state.name === name)
}
