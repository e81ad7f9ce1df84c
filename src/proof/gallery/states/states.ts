import { DECLINED, WAITING } from './answered-states.ts'
import { BRAND_STATES, ENDED, HELD, PAID } from './final-states.ts'
import { CARD_STATES } from './card-states.ts'
import { PAYING_STATES } from './paying-states.ts'
import { SENT_STATES } from './sent-states.ts'
import type { GalleryState, UngroupedState } from './state.ts'
import { WITHOUT_SCRIPT_STATES } from './without-script-states.ts'

/** Every screen of the page, in the order of the index. */
export const GALLERY_STATES: readonly GalleryState[] = [
  ...inGroup('Paying', PAYING_STATES),
  ...inGroup('Card fields', CARD_STATES),
  ...inGroup('Declined', DECLINED),
  ...inGroup('Waiting', WAITING),
  ...inGroup('Held', HELD),
  ...inGroup('Paid', PAID),
  ...inGroup('Ended', ENDED),
  ...inGroup('Looks', BRAND_STATES),
  ...inGroup('Without JavaScript', WITHOUT_SCRIPT_STATES),
  ...inGroup('Beside the page', SENT_STATES),
]

function inGroup(group: string, states: readonly UngroupedState[]): GalleryState[] {
  return states.map((state) => ({ group, ...state }))
}
