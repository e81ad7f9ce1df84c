import { useState, useTransition } from 'react'
import type {
  CardDeclineCode,
  PageOutcome,
  SimulateCheckoutInput,
} from '#contract/sandbox-simulate.ts'
import type { ShownSession } from '#page/web/additions.ts'
import { useBrowser } from '#page/web/browser.ts'
import { METHOD_OUTCOMES } from './methods.ts'
import { outcomesFor } from './outcomes-for.ts'
import { useTestCards } from './use-test-cards.ts'
import { sandboxPanelWords } from '#words/sandbox-words.ts'

const DECLINE_CODES: Readonly<Record<CardDeclineCode, true>> = {
  card_declined: true,
  insufficient_funds: true,
  expired_card: true,
  incorrect_cvc: true,
  incorrect_number: true,
  processing_error: true,
  lost_card: true,
  stolen_card: true,
  suspected_fraud: true,
  authentication_failed: true,
  authentication_abandoned: true,
  issuer_unavailable: true,
  card_not_supported: true,
  card_blocked: true,
  limit_exceeded: true,
}

export interface OutcomeButtonsProps extends ShownSession {
  reference: string
  /** A language tag. */
  locale: string
}

/** A button for each outcome that fits the session's state. */
export function OutcomeButtons({ reference, checkout, locale, refresh }: OutcomeButtonsProps) {
  const words = sandboxPanelWords(locale)
  const { fetch } = useBrowser()
  const [isRefused, setRefused] = useState(false)
  const [isAsking, startAsking] = useTransition()
  const [declineCode, setDeclineCode] = useState<CardDeclineCode>('card_declined')
  const cards = useTestCards()
  // At a processor of its own a card's outcome is the test card's.
  const outcomes = outcomesFor(checkout).filter((outcome) => !(cards && isOfCards(outcome)))

  function decide(simulated: SimulateCheckoutInput) {
    if (isAsking) return
    setRefused(false)
    startAsking(async () => {
      setRefused(!(await simulate(fetch, reference, simulated)))
      await refresh()
    })
  }

  return (
    <div className="outcomes">
      {outcomes.map((outcome) => (
        <button
          key={outcome}
          type="button"
          aria-disabled={isAsking}
          onClick={() => decide(outcome === 'decline' ? { outcome, declineCode } : { outcome })}
        >
          {words.outcomes[outcome]}
        </button>
      ))}
      {outcomes.includes('decline') && (
        <label>
          <span>{`${words.declineCode} `}</span>
          <select
            dir="ltr"
            value={declineCode}
            onChange={({ target }) => setDeclineCode(target.value as CardDeclineCode)}
          >
            {Object.keys(DECLINE_CODES).map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
      )}
      <output>{isRefused && words.notPossible}</output>
    </div>
  )
}

/** Requests an outcome; resolves to whether it was reached. */
async function simulate(
  fetch: typeof globalThis.fetch,
  reference: string,
  simulated: SimulateCheckoutInput,
): Promise<boolean> {
  try {
    const { ok } = await fetch(`/api/checkout/${encodeURIComponent(reference)}/simulate`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', 'X-Checkout': '1' },
      body: JSON.stringify(simulated),
    })
    return ok
  } catch {
    return false
  }
}

/** Whether the simulator decides an outcome that a card alone can have. */
function isOfCards(outcome: PageOutcome): boolean {
  return (
    outcome === 'authorization_expired' || METHOD_OUTCOMES.card.open.some((one) => one === outcome)
  )
}
