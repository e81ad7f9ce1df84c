import type { PageCheckout } from '../../../contract/page.ts'
import { useSay } from '../use-say.ts'
import { TextField } from './field.tsx'
import { isOnlyForBoleto } from './fields.ts'

/** Who pays, as far as the shop asks; whatever the method is. */
export function CustomerFields({ checkout }: { checkout: PageCheckout }) {
  const say = useSay()
  const { collect } = checkout
  return (
    <>
      {collect.email !== 'hidden' && (
        <TextField
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...(collect.email === 'required' && { hint: say('hint.email') })}
        />
      )}
      {!isOnlyForBoleto(checkout, 'name') && <NameField />}
      {!isOnlyForBoleto(checkout, 'tax-id') && <TaxIdField />}
      {collect.phone !== 'hidden' && (
        <TextField
          name="phone"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          dir="ltr"
          spellCheck={false}
        />
      )}
    </>
  )
}

export function NameField() {
  return <TextField name="name" autoComplete="name" autoCapitalize="words" spellCheck={false} />
}

/** Not a numeric keyboard: a CNPJ may hold letters. */
export function TaxIdField() {
  return (
    <TextField
      name="tax-id"
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      dir="ltr"
      spellCheck={false}
      placeholder="000.000.000-00"
    />
  )
}
