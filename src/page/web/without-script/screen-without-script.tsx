import { ACTIONS_WITHOUT_SCRIPT } from '../methods/without-script.tsx'
import { methodsHeading } from '../payment-form/methods-heading.ts'
import { isAction, isFinal } from '../session/screen-of.ts'
import { ChoiceOfMethods } from './choice-of-methods.tsx'
import { CheckNow } from './wait.tsx'
import type { Visit } from './visit.ts'

/** Progressive enhancement: what a screen needs without JavaScript, besides its own markup. */
export function ScreenWithoutScript({ visit }: { visit: Visit }) {
  const { screen } = visit
  // The form, which has the heading, is hidden without JavaScript.
  if (screen === 'open')
    return (
      <>
        <h1>{visit.t(methodsHeading(visit.checkout))}</h1>
        <ChoiceOfMethods visit={visit} />
      </>
    )
  if (isFinal(screen)) return null
  if (!isAction(screen)) return <CheckNow visit={visit} />
  const { Waiting } = ACTIONS_WITHOUT_SCRIPT[screen]
  return <Waiting visit={visit} />
}
