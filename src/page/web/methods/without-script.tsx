import type { ComponentType } from 'react'
import type { PageAction } from '../../../contract/page.ts'
import type { Visit } from '../without-script/visit.ts'
import { CheckNow, PayAnotherWay, WaitForPayment } from '../without-script/wait.tsx'

/** What a screen with something to do needs without script, beside its own markup. */
interface ActionWithoutScript {
  Waiting: ComponentType<{ visit: Visit }>
  /** How often the page loads again by itself; `null`: never. */
  refreshSeconds: number | null
}

export const ACTIONS_WITHOUT_SCRIPT: Readonly<Record<PageAction['type'], ActionWithoutScript>> = {
  challenge: { Waiting: PayAnotherWay, refreshSeconds: null },
  // Slow enough to copy or to scan a code in peace.
  pix: { Waiting: WaitForPayment, refreshSeconds: 15 },
  boleto: { Waiting: WaitForDays, refreshSeconds: null },
}

function WaitForDays({ visit }: { visit: Visit }) {
  return (
    <div className="actions">
      <CheckNow visit={visit} />
      <PayAnotherWay visit={visit} />
    </div>
  )
}
