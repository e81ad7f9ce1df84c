import { useSay } from '../words/use-say.ts'
import { Field, TextField, useControl } from './field.tsx'
import { useFormState } from './form-context.ts'
import { statesOf } from './states.ts'

export function AddressFields() {
  const say = useSay()
  const { country } = useFormState()
  const states = statesOf(country)
  return (
    <fieldset className="address">
      <legend>{say('field.address')}</legend>
      <CountryField />
      <TextField
        name="postal-code"
        autoComplete="billing postal-code"
        autoCapitalize="characters"
        autoCorrect="off"
        dir="ltr"
        inputMode={country === 'BR' ? 'numeric' : 'text'}
        spellCheck={false}
      />
      <TextField name="address-line1" autoComplete="billing address-line1" {...PLACE} />
      <TextField name="address-line2" autoComplete="billing address-line2" {...PLACE} />
      <div className="row">
        <TextField name="city" autoComplete="billing address-level2" {...PLACE} />
        {states === undefined ? (
          <TextField name="state" autoComplete="billing address-level1" {...PLACE} />
        ) : (
          <StateField key={country} states={states} />
        )}
      </div>
    </fieldset>
  )
}

/** Names that no dictionary knows. */
const PLACE = { autoCapitalize: 'words', spellCheck: false } as const

function CountryField() {
  const { countries } = useFormState()
  const { initialValues, ...control } = useControl('country')
  return (
    <Field name="country">
      <div className="control select">
        <select
          autoComplete="billing country"
          defaultValue={initialValues.country ?? ''}
          {...control}
        >
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}

function StateField({ states }: { states: readonly (readonly [code: string, name: string])[] }) {
  const { initialValues, ...control } = useControl('state')
  return (
    <Field name="state">
      <div className="control select">
        <select
          autoComplete="billing address-level1"
          defaultValue={initialValues.state ?? ''}
          {...control}
        >
          <option value="">–</option>
          {states.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}
