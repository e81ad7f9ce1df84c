import type { CardField } from '../../card-frame/protocol.ts'
import { useSay } from '../use-say.ts'
import { fieldLabel } from './field-label.ts'
import type { FieldName } from './required-fields.ts'

/** Announces the invalid fields after a submit; the first of them has the focus. */
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
