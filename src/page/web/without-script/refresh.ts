import { ACTIONS_WITHOUT_SCRIPT } from '../methods/without-script.tsx'
import { isAction, type Screen } from '../session/screen-of.ts'
import { addressOf, AFTER_FORM, type Visit } from './visit.ts'

/** The page's own asking, for those without script: so often, and of this address. */
export interface Refresh {
  seconds: number
  address: string
}

const UNDECIDED_SECONDS = 5

/** Asks again by itself while an outcome may come any moment. */
export function refreshOf(visit: Pick<Visit, 'screen' | 'search'>): Refresh | null {
  const seconds = secondsOf(visit.screen)
  return seconds === null ? null : { seconds, address: addressOf(visit, AFTER_FORM) }
}

function secondsOf(screen: Screen): number | null {
  if (screen === 'checking' || screen === 'processing') return UNDECIDED_SECONDS
  return isAction(screen) ? ACTIONS_WITHOUT_SCRIPT[screen].refreshSeconds : null
}
