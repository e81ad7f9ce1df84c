import type { PageCheckout } from '#contract/page.ts'
import { priceOf, type Terms } from '../receipt/price.ts'
import { isAction, isPaid, type Screen } from './session/screen-of.ts'
import type { Say } from '#words/words.ts'

/** The document title: the merchant with the amount of the form's choice, or with the outcome. */
export function pageTitle(
  checkout: PageCheckout,
  screen: Screen,
  say: Say,
  chosen: Terms | null = null,
): string {
  const merchant = checkout.merchant.name
  if (screen === 'open')
    return say('page.title', { amount: priceOf(checkout, chosen).total.text, merchant })
  return `${headingOf(checkout, screen, say)} · ${merchant}`
}

function headingOf({ payment, returned }: PageCheckout, screen: Exclude<Screen, 'open'>, say: Say) {
  if (isAction(screen)) return payment?.action?.texts.title ?? ''
  const heading = isPaid(screen) ? returned?.title : null
  return heading ?? say(screen === 'paid-already' ? 'paid.already.title' : `${screen}.title`)
}
