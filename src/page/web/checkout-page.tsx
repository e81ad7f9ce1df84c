import { useEffect, useState } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import type { Page } from './additions.ts'
import { useBrowser } from './browser.ts'
import { OrderSummary } from './layout/order-summary.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { pageTitle } from './page-title.ts'
import { type Draft, newDraft } from './payment-form/draft.ts'
import { chosenTerms } from './payment-form/installments-of.ts'
import { CheckingScreen } from './screens/checking.tsx'
import { FirstScreenContext, useFirstScreen } from './screens/first-screen.ts'
import { LAZY_SCREENS } from './screens/lazy-screens.ts'
import { OpenScreen } from './screens/open.tsx'
import { isFinal, type Screen } from './session/screen-of.ts'
import { useCheckout } from './session/use-checkout.ts'
import { WithoutScript } from './without-script/without-script.tsx'
import { useTranslate } from './use-translate.ts'

interface CheckoutPageProps {
  page: Page
  reference: string
  initial: PageCheckout
}

/** The page of one session, in any state. */
export function CheckoutPage({ page, reference, initial }: CheckoutPageProps) {
  const t = useTranslate()
  const session = useCheckout(reference, page.locale, initial)
  const { draft, priced, setDraft } = useDraft(initial)
  const isFirstScreen = useFirstScreen()
  const { checkout, screen } = session
  const isFormKept = useKeptForm(screen)

  const chosen = chosenTerms(checkout, priced)

  const title = pageTitle(checkout, screen, t, chosen)
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <FirstScreenContext value={isFirstScreen}>
      <PageFrame
        summary={
          <OrderSummary
            reference={reference}
            checkout={checkout}
            screen={screen}
            chosen={chosen}
            logoSize={page.logoSize}
            onBack={session.goBack}
          />
        }
        isUnreachable={session.isUnreachable}
        page={page}
      >
        {isFormKept && (
          <OpenScreen
            session={session}
            isShown={screen === 'open'}
            page={page}
            draft={draft}
            priced={priced}
            onDraft={setDraft}
          />
        )}
        {screen !== 'open' && otherScreen(screen)}
        {screen !== 'open' && <WithoutScript />}
        {page.additions?.belowScreen(session)}
      </PageFrame>
    </FirstScreenContext>
  )

  function otherScreen(screen: Exclude<Screen, 'open'>) {
    if (screen === 'checking' || screen === 'processing')
      return <CheckingScreen key={screen} session={session} />
    const LazyScreen = LAZY_SCREENS[screen]
    return <LazyScreen key={screen} session={session} />
  }
}

/**
 * The draft, and the choice whose price is shown (`priced`). Hydration begins with the choice that was made before it,
 * since the page already shows its price; the form reads its controls after hydration.
 */
function useDraft(initial: PageCheckout) {
  const { earlyForm } = useBrowser()
  const [state, setState] = useState(() => {
    const draft = newDraft(initial)
    return { draft, priced: earlyForm?.freezeChoice() ?? draft }
  })
  const setDraft = (draft: Draft) =>
    setState((before) => (before.priced === draft ? before : { draft, priced: draft }))
  return { ...state, setDraft }
}

/**
 * The form stays mounted while the shopper can return to it, because unmounting the card frame loses the typed card.
 * After the end of the session it is unmounted, so that the typed card is lost.
 */
function useKeptForm(screen: Screen): boolean {
  const [isKept, setKept] = useState(screen === 'open')
  if (!isKept && screen === 'open') setKept(true)
  if (isKept && isFinal(screen)) setKept(false)
  return isKept
}
