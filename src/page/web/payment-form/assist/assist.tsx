import { createPortal } from 'react-dom'
import type { FieldValues } from '../required-fields.ts'
import type { AssistProps } from './assist-props.ts'
import { EmailMeant } from './email-meant.tsx'
import { PlaceOfCep } from './place-of-cep.tsx'
import { TaxIdKeyboard } from './tax-id-keyboard.tsx'

/** Help with typed fields, each part below its field. The fields do not depend on it, since it is loaded later. */
export function Assist({ values, errors, setErrors, write, postalCodesPath }: AssistProps) {
  function fill(changes: FieldValues) {
    write({ ...values, ...changes })
    const cleared = Object.keys(changes).map((name) => [name, undefined])
    setErrors({ ...errors, ...Object.fromEntries(cleared) })
  }

  const email = document.getElementById('email')?.closest('.field')
  const hasAddress = document.getElementById('address-line1') !== null
  return (
    <>
      <TaxIdKeyboard />
      {email && createPortal(<EmailMeant values={values} fill={fill} />, email)}
      {hasAddress && <PlaceOfCep values={values} fill={fill} path={postalCodesPath} />}
    </>
  )
}
