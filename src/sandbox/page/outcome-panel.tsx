import { type ComponentType, useState } from 'react'
import type { PageCheckout } from '../../contract/page.ts'
import { laterScript } from '../../page/web/early-events.ts'
import type { OutcomeButtonsProps } from './outcome-buttons.tsx'

/** Decides from the page what happens to its session. Only the sandbox build has this, and nobody loads it unopened. */
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

/** A Pix may be paid although its session has ended. */
function isUndecided({ status, payment }: PageCheckout): boolean {
  if (status === 'complete') return false
  return status === 'open' || (payment?.method === 'pix' && payment.status === 'failed')
}
