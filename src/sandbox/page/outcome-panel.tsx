import { type ComponentType, useState } from 'react'
import type { PageCheckout } from '../../contract/page.ts'
import { laterScript } from '../../page/web/early-events.ts'
import type { OutcomeButtonsProps } from './outcome-buttons.tsx'
import { outcomesFor } from './outcomes-for.ts'

/** The panel that decides a session's outcome. Part of the sandbox build only; its buttons load when it is opened. */
export function OutcomePanel(props: OutcomeButtonsProps) {
  const [Buttons, setButtons] = useState<ComponentType<OutcomeButtonsProps> | null>(null)
  if (!isUndecided(props.checkout)) return null

  async function load() {
    const { OutcomeButtons } = await laterScript('outcome-buttons', import('./outcome-buttons.tsx'))
    setButtons(() => OutcomeButtons)
  }

  return (
    <details className="test-values outcome-panel" onToggle={() => void load()}>
      <summary>{props.words.decide}</summary>
      {Buttons !== null && <Buttons {...props} />}
    </details>
  )
}

/** An expired session can still be paid late. */
function isUndecided(checkout: PageCheckout): boolean {
  return checkout.status === 'open' || outcomesFor(checkout).length > 0
}
