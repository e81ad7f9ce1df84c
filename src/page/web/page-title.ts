import type { PageCheckout } from '../../contract/page.ts'
import type { Screen } from './session/screen-of.ts'
import type { Say } from '../../words/words.ts'

/** The document title: merchant and amount, or the outcome. */
export function pageTitle({ amount, merchant }: PageCheckout, screen: Screen, say: Say): string {
  if (screen === 'open') return say('page.title', { amount: amount.text, merchant: merchant.name })
  return `${say(headingOf(screen))} · ${merchant.name}`
}

function headingOf(screen: Exclude<Screen, 'open'>) {
  return screen === 'paid-already' ? 'paid.already.title' : (`${screen}.title` as const)
}
