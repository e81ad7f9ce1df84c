import type { PageCheckout } from '#contract/page.ts'
import { priceOf, type Terms } from '../receipt/price.ts'
import { hasReceipt, isAction, isHeld, type Screen } from './session/screen-of.ts'
import type { Translate } from '#words/words.ts'

/** The document title: the merchant with the amount of the form's choice, or with the outcome. */
export function pageTitle(
  checkout: PageCheckout,
  screen: Screen,
  t: Translate,
  chosen: Terms | null = null,
): string {
  const merchant = checkout.merchant.name
  if (screen === 'open')
    return t('page.title', { amount: priceOf(checkout, chosen).total.text, merchant })
  return `${headingOf(checkout, screen, t)} · ${merchant}`
}

function headingOf(
  { payment, standing }: PageCheckout,
  screen: Exclude<Screen, 'open'>,
  t: Translate,
) {
  if (isAction(screen)) return payment?.action?.texts.title ?? ''
  if (isHeld(screen)) return standing?.title ?? ''
  const heading = hasReceipt(screen) || payment?.status === 'voided' ? standing?.title : null
  return heading ?? t(screen === 'paid-already' ? 'paid.already.title' : `${screen}.title`)
}
