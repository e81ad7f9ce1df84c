import { ACTIONS_WITHOUT_SCRIPT } from '../methods/without-script.tsx'
import { isAction, type Screen } from '../session/screen-of.ts'
import { addressOf, AFTER_FORM, type Visit } from './visit.ts'

/** A meta refresh: interval and URL. */
export interface Refresh {
  seconds: number
  address: string
}

const UNDECIDED_SECONDS = 5

/** The meta refresh while the session may change; `null` otherwise. */
export function refreshOf(visit: Pick<Visit, 'screen' | 'search'>): Refresh | null {
  const seconds = secondsOf(visit.screen)
  return seconds === null ? null : { seconds, address: addressOf(visit, AFTER_FORM) }
}

function secondsOf(screen: Screen): number | null {
  if (screen === 'checking' || screen === 'processing') return UNDECIDED_SECONDS
  return isAction(screen) ? ACTIONS_WITHOUT_SCRIPT[screen].refreshSeconds : null
}
