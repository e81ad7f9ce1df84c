import { useState } from 'react'
import type { PageActionTexts } from '#contract/page.ts'
import { MethodMark } from '../../marks/mark.tsx'
import { CodeToCopy } from '../../screens/code-to-copy.tsx'
import { ScreenHeading } from '../../screens/screen-heading.tsx'
import type { ScreenProps } from '../../screens/screen-props.ts'
import { TimeLeft } from '../../screens/time-left.tsx'
import { useLocalText } from '../../screens/use-local-text.ts'
import { useTranslate } from '../../use-translate.ts'
import { QrCode } from '../../screens/qr-code.tsx'

/** The Pix code until it expires; after that, the page only checks for a late payment. */
export function PixScreen({ session }: ScreenProps) {
  const t = useTranslate()
  const { checkout } = session
  const action = checkout.payment?.action
  const until = action?.type === 'pix' ? action.expiresAt : checkout.now
  const [over, setOver] = useState(Date.parse(until) > Date.parse(checkout.now) ? null : until)
  if (action?.type !== 'pix') return null
  const isOver = over === until
  const { texts } = action
  return (
    <div className="center pix">
      {isOver ? (
        <ScreenHeading key="over">{t('decline.pix_expired.title')}</ScreenHeading>
      ) : (
        <>
          <ScreenHeading>
            <MethodMark name="pix" />
            <span>{texts.title}</span>
          </ScreenHeading>
          <Code code={action.brCode} texts={texts} />
        </>
      )}
      <p className="wait">
        <span className="dot" aria-hidden="true" />
        <TimeLeft
          checkout={checkout}
          until={action.expiresAt}
          describe={(time) => texts.waiting.replace('{time}', time)}
          over={texts.over}
          onOver={() => {
            setOver(until)
            void session.refresh()
          }}
        />
        {!isOver && <Until texts={texts} />}
      </p>
      <button className="plain" type="button" onClick={session.payAnotherWay}>
        {t('pay.another-way')}
      </button>
    </div>
  )
}

/** Narrow screens show how to copy first, wide ones how to scan. */
function Code({ code, texts }: { code: string; texts: PageActionTexts['pix'] }) {
  return (
    <>
      <Steps className="narrow-only" steps={texts.copySteps} />
      <Steps className="wide-only" steps={texts.scanSteps} />
      <div className="pix-copy">
        <CodeToCopy text={code} label={texts.code} copy={texts.copy} next={texts.next} />
      </div>
      <div className="pix-scan">
        <p className="assure narrow-only">{texts.orScan}</p>
        <QrCode text={code} label={texts.qr} />
      </div>
    </>
  )
}

function Steps({ className, steps }: { className: string; steps: readonly string[] }) {
  return (
    <ol className={`steps ${className}`}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

function Until({ texts }: { texts: PageActionTexts['pix'] }) {
  return <small>{useLocalText(texts.until, texts.untilLocal)}</small>
}
