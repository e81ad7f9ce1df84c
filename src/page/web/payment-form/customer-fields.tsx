import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { useTranslate } from '../use-translate.ts'
import { TextField } from './field.tsx'
import { neededFields, isHidden } from './required-fields.ts'

/** The shopper's details that the merchant collects, for every method. */
export function CustomerFields({ checkout }: { checkout: PageCheckout }) {
  const t = useTranslate()
  const { collect, emailsReceipts } = checkout
  return (
    <>
      {collect.email !== 'hidden' && (
        <TextField
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          dir="ltr"
          spellCheck={false}
          {...(collect.email === 'required' && {
            hint: t(emailsReceipts ? 'hint.email' : 'hint.email.contact'),
          })}
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

/** The shopper's details that the method requires although the merchant does not collect them. */
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

/** A CNPJ may contain letters: the keyboard of digits comes with the button for letters. */
function TaxIdField() {
  return (
    <TextField
      name="tax-id"
      autoComplete="on"
      autoCapitalize="characters"
      autoCorrect="off"
      dir="ltr"
      spellCheck={false}
      placeholder="000.000.000-00"
    />
  )
}
