import { useSay } from '../words/use-say.ts'
import { Field, TextField, useControl } from './field.tsx'
import { useFormState } from './form-context.ts'

export function AddressFields() {
  const say = useSay()
  return (
    <fieldset className="address">
      <legend>{say('field.address')}</legend>
      <CountryField />
      <TextField
        name="postal-code"
        autoComplete="billing postal-code"
        dir="ltr"
        spellCheck={false}
      />
      <TextField name="address-line1" autoComplete="billing address-line1" />
      <TextField name="address-line2" autoComplete="billing address-line2" />
      <div className="row">
        <TextField name="city" autoComplete="billing address-level2" />
        <TextField name="state" autoComplete="billing address-level1" />
      </div>
    </fieldset>
  )
}

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
