import { SHOWN_FOR_ACTION } from '../methods/screens.ts'
import { Assist } from '../payment-form/assist/assist.tsx'
import { EndedScreen } from './ended.tsx'
import { NoAttemptsLeftScreen } from './no-attempts-left.tsx'
import { PaidScreen } from './paid.tsx'

/**
 * Code splitting: one chunk for all screens that the first render does not need. WebKit would refuse a chunk shared by
 * several (page/build/later-scripts.ts), and each chunk's integrity makes every document larger.
 */
export const LATER_SCREENS = {
  ...SHOWN_FOR_ACTION,
  paid: PaidScreen,
  ended: EndedScreen,
  noAttemptsLeft: NoAttemptsLeftScreen,
}

export { Assist }
