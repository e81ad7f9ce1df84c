import { formatDigitableLine } from '../../../../domain/methods/boleto/boleto.ts'
import { useSay } from '../../use-say.ts'
import { Barcode } from './barcode.tsx'
import { CodeToCopy } from '../../screens/code-to-copy.tsx'
import { Facts } from '../../screens/facts.tsx'
import { ScreenHeading } from '../../screens/screen-heading.tsx'
import type { ScreenProps } from '../../screens/screen-props.ts'

/** A boleto to copy or print, and to pay elsewhere within days. */
export function BoletoScreen({ session }: ScreenProps) {
  const say = useSay()
  const { payment } = session.checkout
  if (payment?.action?.type !== 'boleto') return null
  const { barcode, digitableLine, dueDateText } = payment.action
  return (
    <div className="center boleto">
      <ScreenHeading>{say('boleto.title')}</ScreenHeading>
      <p className="lead">{say('boleto.how')}</p>
      <Facts
        facts={[
          [say('boleto.due'), dueDateText],
          [say('boleto.amount'), payment.amount.text],
        ]}
      />
      <p className="fact-label" aria-hidden="true">
        {say('boleto.line')}
      </p>
      <CodeToCopy
        text={digitableLine}
        label={say('boleto.line')}
        copy={say('boleto.copy')}
        written={formatDigitableLine(digitableLine)}
      />
      <Barcode digits={barcode} label={say('boleto.barcode')} />
      <div className="actions">
        <button className="plain" type="button" onClick={() => window.print()}>
          {say('boleto.print')}
        </button>
        <button className="plain" type="button" onClick={session.payAnotherWay}>
          {say('pay.another-way')}
        </button>
      </div>
      <p className="assure">{say('boleto.waiting')}</p>
    </div>
  )
}
