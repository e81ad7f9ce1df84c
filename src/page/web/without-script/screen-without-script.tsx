import { ChoiceOfMethods } from './choice-of-methods.tsx'
import { CheckNow, PayAnotherWay, WaitForPix } from './wait.tsx'
import type { Visit } from './visit.ts'

/** What a screen needs beside its own markup to be of use without script. */
export function ScreenWithoutScript({ visit }: { visit: Visit }) {
  switch (visit.screen) {
    case 'open':
      return <ChoiceOfMethods visit={visit} />
    case 'pix':
      return <WaitForPix visit={visit} />
    case 'boleto':
      return (
        <div className="actions">
          <CheckNow visit={visit} />
          <PayAnotherWay visit={visit} />
        </div>
      )
    case 'challenge':
      return <PayAnotherWay visit={visit} />
    case 'checking':
    case 'processing':
      return <CheckNow visit={visit} />
    case 'paid':
    case 'paid-already':
    case 'expired':
    case 'canceled':
      return null
  }
}
