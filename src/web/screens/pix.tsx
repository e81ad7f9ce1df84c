import { useSay } from '../words/use-say.ts'
import { CodeToCopy } from './code-to-copy.tsx'
import { QrCode } from './qr-code.tsx'
import { ScreenHeading } from './screen-heading.tsx'
import type { ScreenProps } from './screen-props.ts'
import { TimeLeft } from './time-left.tsx'

/** The code of a Pix: a phone copies it first, a wide screen is scanned by a phone. */
export function PixScreen({ session }: ScreenProps) {
  const say = useSay()
  const { checkout } = session
  const action = checkout.payment?.action
  if (action?.type !== 'pix') return null
  return (
    <div className="center pix">
      <ScreenHeading>{say('pix.title')}</ScreenHeading>
      <div className="pix-copy">
        <p className="lead narrow-only">{say('pix.how-to-copy')}</p>
        <CodeToCopy text={action.brCode} label={say('pix.code')} copy={say('pix.copy')} />
      </div>
      <div className="pix-scan">
        <p className="lead wide-only">{say('pix.how-to-scan')}</p>
        <p className="assure narrow-only">{say('pix.or-scan')}</p>
        <QrCode text={action.brCode} label={say('pix.qr')} />
      </div>
      <p className="wait">
        <span className="dot" aria-hidden="true" />
        <TimeLeft
          checkout={checkout}
          until={action.expiresAt}
          describe={(time) => say('pix.waiting', { time })}
          over={say('pix.over')}
          onOver={() => void session.refresh()}
        />
      </p>
      <button className="plain" type="button" onClick={session.payAnotherWay}>
        {say('pay.another-way')}
      </button>
    </div>
  )
}
