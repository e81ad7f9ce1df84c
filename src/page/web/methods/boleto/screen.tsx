import { useParams } from 'react-router'
import { formatDigitableLine } from '#domain/methods/boleto/boleto.ts'
import { useTranslate } from '../../use-translate.ts'
import { Barcode } from './barcode.tsx'
import { CodeToCopy } from '../../screens/code-to-copy.tsx'
import { Facts } from '../../screens/facts.tsx'
import { ScreenHeading } from '../../screens/screen-heading.tsx'
import type { ScreenProps } from '../../screens/screen-props.ts'

/** A boleto to copy or open as a PDF, and to pay elsewhere within days. */
export function BoletoScreen({ session }: ScreenProps) {
  const t = useTranslate()
  const { reference } = useParams()
  const { payment } = session.checkout
  if (payment?.action?.type !== 'boleto') return null
  const { barcode, digitableLine, dueDateText, texts } = payment.action
  return (
    <div className="center boleto">
      <ScreenHeading>{texts.title}</ScreenHeading>
      <p className="lead">{texts.how}</p>
      <Facts
        facts={[
          [texts.due, dueDateText],
          [texts.amount, payment.amount.text],
        ]}
      />
      <p className="fact-label" aria-hidden="true">
        {texts.line}
      </p>
      <CodeToCopy
        text={digitableLine}
        label={texts.line}
        copy={texts.copy}
        written={formatDigitableLine(digitableLine)}
      />
      <Barcode digits={barcode} label={texts.barcode} />
      <div className="actions">
        <a className="plain" href={`/c/${reference}/boleto.pdf`}>
          {texts.pdf}
        </a>
        <button className="plain" type="button" onClick={session.payAnotherWay}>
          {t('pay.another-way')}
        </button>
      </div>
      <p className="assure">{texts.waiting}</p>
    </div>
  )
}
