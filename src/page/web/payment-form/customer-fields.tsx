import type { PageCheckout } from '../../../contract/page.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import { useSay } from '../use-say.ts'
import { TextField } from './field.tsx'
import { neededFields, isHidden } from './required-fields.ts'

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
      {!isHidden(checkout, 'name') && <NameField />}
      {!isHidden(checkout, 'tax-id') && <TaxIdField />}
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

/** What a method needs to know of who pays, although the shop does not ask. */
export function NeededFields({
  checkout,
  method,
}: {
  checkout: PageCheckout
  method: PaymentMethod
}) {
  const names = neededFields(checkout, method)
  return (
    <>
      {names.includes('name') && <NameField />}
      {names.includes('tax-id') && <TaxIdField />}
    </>
  )
}

function NameField() {
  return <TextField name="name" autoComplete="name" autoCapitalize="words" spellCheck={false} />
}

/** Not a numeric keyboard: a CNPJ may hold letters. */
function TaxIdField() {
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
