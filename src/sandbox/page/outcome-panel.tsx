import type { PageCheckout } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { SandboxWords } from '#words/places.ts'
import { LaterFold } from './later-fold.tsx'
import type { OutcomeButtonsProps } from './outcome-buttons.tsx'

interface OutcomePanelProps extends OutcomeButtonsProps {
  words: SandboxWords
}

/** The panel that decides a session's outcome. Part of the sandbox build only; its buttons load when it is opened. */
export function OutcomePanel({ words, ...props }: OutcomePanelProps) {
  if (!isUndecided(props.checkout)) return null
  return (
    <LaterFold className="test-values outcome-panel" title={words.decide}>
      {({ OutcomeButtons }) => <OutcomeButtons {...props} />}
    </LaterFold>
  )
}

/**
 * Whether an outcome can still be chosen: what is paid elsewhere can be paid after the session has ended, too. The outcomes
 * themselves load with the buttons.
 */
function isUndecided({ status, payment }: PageCheckout): boolean {
  if (status === 'open') return true
  return status !== 'complete' && payment?.status === 'failed' && METHODS[payment.method].paysLater
}
