import { ACTIONS_WITHOUT_SCRIPT } from '../methods/without-script.tsx'
import { isAction, isFinal } from '../session/screen-of.ts'
import { ChoiceOfMethods } from './choice-of-methods.tsx'
import { CheckNow } from './wait.tsx'
import type { Visit } from './visit.ts'

/** Progressive enhancement: what a screen needs without JavaScript, besides its own markup. */
export function ScreenWithoutScript({ visit }: { visit: Visit }) {
  const { screen } = visit
  if (screen === 'open') return <ChoiceOfMethods visit={visit} />
  if (isFinal(screen)) return null
  if (!isAction(screen)) return <CheckNow visit={visit} />
  const { Waiting } = ACTIONS_WITHOUT_SCRIPT[screen]
  return <Waiting visit={visit} />
}
