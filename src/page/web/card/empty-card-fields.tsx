import type { CardField } from '../../card-frame/protocol.ts'
import { useSay } from '../use-say.ts'

/** A non-interactive placeholder with the layout of the card frame's empty fields, shown while the frame loads. */
export function EmptyCardFields() {
  const say = useSay()
  return (
    <div className="empty" aria-hidden="true">
      <EmptyField name="card-number" hint="0000 0000 0000 0000" isLtr />
      <div className="row">
        <EmptyField name="card-expiry" hint={say('hint.card-expiry')} isLtr />
        <EmptyField name="card-code" hint={say('hint.card-code', { count: 3 })} isLtr />
      </div>
      <EmptyField name="card-name" hint={say('hint.card-name')} />
    </div>
  )
}

function EmptyField({ name, hint, isLtr }: { name: CardField; hint: string; isLtr?: boolean }) {
  const say = useSay()
  return (
    <div className="field">
      <div className="field-label">
        <b>{say(`field.${name}`)}</b>
      </div>
      <div className="control">
        <div className="box">
          <span {...(isLtr && { dir: 'ltr' })}>{hint}</span>
        </div>
      </div>
    </div>
  )
}
