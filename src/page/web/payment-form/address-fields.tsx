import { useSyncExternalStore } from 'react'
import { useTranslate } from '../use-translate.ts'
import { type Options, SelectField, TextField } from './field.tsx'
import { useFormState } from './form-context.ts'
import { regionsOf } from '#domain/regions.ts'

export function AddressFields() {
  const t = useTranslate()
  const { country } = useFormState()
  const isBrazil = country === 'BR'
  const states = regionsOf(country)
  return (
    <fieldset className="address">
      <legend>{t('field.address')}</legend>
      <CountryField />
      <TextField
        name="postal-code"
        autoComplete="billing postal-code"
        autoCapitalize="characters"
        autoCorrect="off"
        dir="ltr"
        inputMode={isBrazil ? 'numeric' : 'text'}
        spellCheck={false}
      />
      <div className={isBrazil ? 'row' : ''}>
        <TextField name="address-line1" autoComplete="billing address-line1" {...PLACE} />
        {isBrazil && <TextField name="street-number" placeholder="123 · s/n" {...PLACE} />}
      </div>
      <div className={isBrazil ? 'row' : ''}>
        <TextField name="address-line2" autoComplete="billing address-line2" {...PLACE} />
        {isBrazil && <TextField name="district" autoComplete="billing address-level3" {...PLACE} />}
      </div>
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

/** Attributes of the fields for streets, cities and states. */
const PLACE = { autoCapitalize: 'words', spellCheck: false } as const

function CountryField() {
  const { countries } = useFormState()
  return <SelectField name="country" autoComplete="billing country" options={countries} />
}

/** The server renders the chosen state alone, to keep the page small; hydration adds the others. */
function StateField({ states }: { states: Options }) {
  const { initialValues } = useFormState()
  const isHydrated = useSyncExternalStore(never, always, isServer)
  const shown = isHydrated ? states : states.filter(([code]) => code === initialValues.state)
  return (
    <SelectField
      name="state"
      autoComplete="billing address-level1"
      options={[['', '–'], ...shown]}
    />
  )
}

const never = () => () => {}
const always = () => true
const isServer = () => false
