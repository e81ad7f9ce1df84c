import { useState } from 'react'
import { useSay } from '../../use-say.ts'
import { CodeToCopy } from '../../screens/code-to-copy.tsx'
import { QrCode } from './qr-code.tsx'
import { ScreenHeading } from '../../screens/screen-heading.tsx'
import type { ScreenProps } from '../../screens/screen-props.ts'
import { TimeLeft } from '../../screens/time-left.tsx'

/** The Pix code until it expires; after that, the page only checks for a late payment. */
export function PixScreen({ session }: ScreenProps) {
  const say = useSay()
  const { checkout } = session
  const action = checkout.payment?.action
  const until = action?.type === 'pix' ? action.expiresAt : checkout.now
  const [over, setOver] = useState(Date.parse(until) > Date.parse(checkout.now) ? null : until)
  if (action?.type !== 'pix') return null
  const isOver = over === until
  return (
    <div className="center pix">
      {isOver ? (
        <ScreenHeading key="over">{say('decline.pix_expired.title')}</ScreenHeading>
      ) : (
        <>
          <ScreenHeading>{say('pix.title')}</ScreenHeading>
          <Code text={action.brCode} />
        </>
      )}
      <p className="wait">
        <span className="dot" aria-hidden="true" />
        <TimeLeft
          checkout={checkout}
          until={action.expiresAt}
          describe={(time) => say('pix.waiting', { time })}
          over={say('pix.over')}
          onOver={() => {
            setOver(until)
            void session.refresh()
          }}
        />
      </p>
      <button className="plain" type="button" onClick={session.payAnotherWay}>
        {say('pay.another-way')}
      </button>
    </div>
  )
}

/** Narrow screens show the copy button first, wide ones the QR code. */
function Code({ text }: { text: string }) {
  const say = useSay()
  return (
    <>
      <div className="pix-copy">
        <p className="lead narrow-only">{say('pix.how-to-copy')}</p>
        <CodeToCopy text={text} label={say('pix.code')} copy={say('pix.copy')} />
      </div>
      <div className="pix-scan">
        <p className="lead wide-only">{say('pix.how-to-scan')}</p>
        <p className="assure narrow-only">{say('pix.or-scan')}</p>
        <QrCode text={text} label={say('pix.qr')} />
      </div>
    </>
  )
}
