import { type ComponentType, useState } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import { Chevron } from '#page/web/layout/chevron.tsx'
import { laterScript } from '#page/web/early-events.ts'
import type { OutcomeButtonsProps } from './outcome-buttons.tsx'
import type { SandboxWords } from '#words/places.ts'
import { outcomesFor } from './outcomes-for.ts'

interface OutcomePanelProps extends OutcomeButtonsProps {
  words: SandboxWords
}

/** The panel that decides a session's outcome. Part of the sandbox build only; its buttons load when it is opened. */
export function OutcomePanel({ words, ...props }: OutcomePanelProps) {
  const [Buttons, setButtons] = useState<ComponentType<OutcomeButtonsProps> | null>(null)
  if (!isUndecided(props.checkout)) return null

  async function load() {
    const { laterAdditions } = await laterScript('later-additions', import('./later-additions.ts'))
    setButtons(() => laterAdditions.OutcomeButtons)
  }

  return (
    <details className="test-values outcome-panel" onToggle={() => void load()}>
      <summary>
        <span>{words.decide}</span>
        <Chevron />
      </summary>
      {Buttons !== null && <Buttons {...props} />}
    </details>
  )
}

/** Whether an outcome can still be chosen: an expired session, too, can be paid late. */
function isUndecided(checkout: PageCheckout): boolean {
  return checkout.status === 'open' || outcomesFor(checkout).length > 0
}
