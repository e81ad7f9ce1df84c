import type { CardField } from '../../card-frame/protocol.ts'
import { useSay } from '../use-say.ts'
import { fieldLabel } from './field-label.ts'
import type { FieldName } from './required-fields.ts'

/** Says once, after a press of the button, which fields are wrong; the first of them has the focus by then. */
export function ErrorSummary({
  names,
  country,
}: {
  names: readonly (CardField | FieldName)[]
  country: string | undefined
}) {
  const say = useSay()
  return (
    <p className="why summary-of-errors" role="alert">
      {names.length > 0 &&
        say('error.summary', {
          count: names.length,
          fields: names.map((name) => fieldLabel(name, country, say)).join(', '),
        })}
    </p>
  )
}
