import type { CardField } from '../../card-frame/protocol.ts'
import { useTranslate } from '../use-translate.ts'

/** A non-interactive placeholder with the layout of the card frame's empty fields, shown while the frame loads. */
export function EmptyCardFields() {
  const t = useTranslate()
  return (
    <div className="empty" aria-hidden="true">
      <EmptyField name="card-number" hint="0000 0000 0000 0000" isLtr />
      <div className="row">
        <EmptyField name="card-expiry" hint={t('hint.card-expiry')} isLtr />
        <EmptyField name="card-code" hint={t('hint.card-code', { count: 3 })} isLtr />
      </div>
      <EmptyField name="card-name" hint={t('hint.card-name')} />
    </div>
  )
}

function EmptyField({ name, hint, isLtr }: { name: CardField; hint: string; isLtr?: boolean }) {
  const t = useTranslate()
  return (
    <div className="field">
      <div className="field-label">
        <b>{t(`field.${name}`)}</b>
      </div>
      <div className="control">
        <div className="box">
          <span {...(isLtr && { dir: 'ltr' })}>{hint}</span>
        </div>
      </div>
    </div>
  )
}
