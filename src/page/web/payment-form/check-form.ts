import type { PageCheckout } from '#contract/page.ts'
import { CARD_FIELDS, type CardField } from '../../card-frame/protocol.ts'
import type { SealAnswer } from '../card/card-link.ts'
import type { Draft } from './draft.ts'
import type { FieldErrors } from './validate-field.ts'
import { type FieldName, isAboveMethods, wantedFields } from './required-fields.ts'
import { errorsIn } from './validate-field.ts'

/** The invalid fields of a submitted form. */
export interface FoundErrors {
  /** Errors of the page's own fields; the card frame shows those of the card. */
  errors: FieldErrors
  /** All invalid fields in the order of the page; the first gets the focus. */
  summary: readonly (CardField | FieldName)[]
}

export const NO_ERRORS: FoundErrors = { errors: {}, summary: [] }

export function checkForm(
  checkout: PageCheckout,
  { method, values }: Draft,
  answer: SealAnswer,
): FoundErrors {
  const found = errorsIn(wantedFields(checkout, method, values), values)
  const faults = answer?.type === 'faulty' ? answer.faults : {}
  const names = found.map(([name]) => name)
  return {
    errors: Object.fromEntries(found),
    summary: [
      ...names.filter((name) => isAboveMethods(checkout, name)),
      ...CARD_FIELDS.filter((name) => faults[name] !== undefined),
      ...names.filter((name) => !isAboveMethods(checkout, name)),
    ],
  }
}

export function isCardField(name: CardField | FieldName): name is CardField {
  return CARD_FIELDS.some((field) => field === name)
}
