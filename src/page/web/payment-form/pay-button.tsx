import type { PageCheckout } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { priceOf } from '../../receipt/price.ts'
import { BUTTONS } from '../methods/buttons.ts'
import { METHOD_PARTS } from '../methods/methods.ts'
import { useHasPassed } from '../use-has-passed.ts'
import { useTranslate } from '../use-translate.ts'
import type { Draft } from './draft.ts'
import { chosenTerms } from './installments-of.ts'

const LONG_WAIT_MS = 4_000

interface PayButtonProps {
  checkout: PageCheckout
  draft: Draft
  /** Waits for the card frame to load or to encrypt. */
  isSealing: boolean
  isPaying: boolean
  /** On phones the button stays at the foot of the window. */
  isDocked: boolean
}

export function PayButton({ checkout, draft, isSealing, isPaying, isDocked }: PayButtonProps) {
  const t = useTranslate()
  const { needsSealedCard } = METHODS[draft.method]
  return (
    <>
      <div className={isDocked ? 'pay-bar docked' : 'pay-bar'}>
        <button
          className="primary"
          type="submit"
          disabled={isPaying}
          aria-busy={isSealing}
          // A press before hydration sets `aria-busy`.
          suppressHydrationWarning
        >
          {isPaying
            ? t(METHOD_PARTS[draft.method].busy)
            : t(BUTTONS[draft.method], {
                amount: priceOf(checkout, chosenTerms(checkout, draft)).total.text,
              })}
        </button>
      </div>
      {checkout.chargedLater && <p className="assure">{checkout.chargedLater}</p>}
      {/* One line replaces the other in its place, so that nothing moves. */}
      <div className="assure either" hidden={!needsSealedCard}>
        <p>{t('pay.card-promise')}</p>
        <output>{isPaying && needsSealedCard && <LongWait />}</output>
      </div>
    </>
  )
}

function LongWait() {
  const t = useTranslate()
  return useHasPassed(LONG_WAIT_MS) && <span>{t('pay.slow')}</span>
}
