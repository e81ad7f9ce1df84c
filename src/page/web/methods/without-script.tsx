import type { ComponentType } from 'react'
import type { PageAction } from '#contract/page.ts'
import type { Visit } from '../without-script/visit.ts'
import { CheckNow, PayAnotherWay, WaitForPayment } from '../without-script/wait.tsx'

/** What an action's screen needs without JavaScript, besides its own markup. */
interface ActionWithoutScript {
  Waiting: ComponentType<{ visit: Visit }>
  /** Meta refresh interval; `null`: none. */
  refreshSeconds: number | null
}

export const ACTIONS_WITHOUT_SCRIPT: Readonly<Record<PageAction['type'], ActionWithoutScript>> = {
  challenge: { Waiting: PayAnotherWay, refreshSeconds: null },
  // A longer interval than other screens have: a reload interrupts copying or scanning the code.
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
