import type { CardField } from '../../card-frame/protocol.ts'
import type { Translate } from '#words/words.ts'
import type { FieldName } from './required-fields.ts'
import { postalCodeName } from './postal-codes.ts'

/** The key of a field's label, which may depend on the address's country. */
export function fieldLabel(name: CardField | FieldName, country: string | undefined, t: Translate) {
  if (name === 'address-line1' && country === 'BR') return t('field.street')
  const own = name === 'postal-code' ? postalCodeName(country) : undefined
  return own ?? t(`field.${name}`)
}
