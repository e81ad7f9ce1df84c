import type { PageCheckout } from '#contract/page.ts'
import type { SandboxWords } from '#words/places.ts'
import { LaterFold } from './later-fold.tsx'
import type { OutcomeButtonsProps } from './outcome-buttons.tsx'
import { outcomesFor } from './outcomes-for.ts'

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

/** Whether an outcome can still be chosen: an expired session, too, can be paid late. */
function isUndecided(checkout: PageCheckout): boolean {
  return checkout.status === 'open' || outcomesFor(checkout).length > 0
}
