import { useEffect, useState } from 'react'
import type { PageCheckout } from '../../contract/page.ts'
import type { Page } from './additions.ts'
import { OrderSummary } from './layout/order-summary.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { pageTitle } from './page-title.ts'
import { newDraft } from './payment-form/draft.ts'
import { CheckingScreen } from './screens/checking.tsx'
import { FirstScreenContext, useFirstScreen } from './screens/first-screen.ts'
import { LAZY_SCREENS } from './screens/lazy-screens.ts'
import { OpenScreen } from './screens/open.tsx'
import { isFinal, type Screen } from './session/screen-of.ts'
import { useCheckout } from './session/use-checkout.ts'
import { WithoutScript } from './without-script/without-script.tsx'
import { useSay } from './use-say.ts'

interface CheckoutPageProps {
  page: Page
  reference: string
  initial: PageCheckout
}

/** The page of one session, in any state. */
export function CheckoutPage({ page, reference, initial }: CheckoutPageProps) {
  const say = useSay()
  const session = useCheckout(reference, page.locale, initial)
  const [draft, setDraft] = useState(() => newDraft(initial))
  const isFirstScreen = useFirstScreen()
  const { checkout, screen } = session
  const isFormKept = useKeptForm(screen)

  const title = pageTitle(checkout, screen, say)
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
 * The form stays mounted while the shopper can return to it, because unmounting the card frame loses the typed card.
 * After the end of the session it is unmounted for that reason.
 */
function useKeptForm(screen: Screen): boolean {
  const [isKept, setKept] = useState(screen === 'open')
  if (!isKept && screen === 'open') setKept(true)
  if (isKept && isFinal(screen)) setKept(false)
  return isKept
}
