import { BRAND_NAMES, markOf } from '../../domain/methods/card/card-brands.ts'
import { brandOf } from '../../domain/methods/card/card-number.ts'
import { CODE_LENGTH_USUAL, type CardValues, codeLengthOfNumber, digitsOf } from './card-fields.ts'
import type { FrameWords } from './frame-data.ts'
import { CARD_FIELDS, type CardFaults, type CardField } from './protocol.ts'

/** The document's controls, their errors and the card's brand. */
export interface CardForm {
  inputs: Readonly<Record<CardField, HTMLInputElement>>
  read(): CardValues
  showFaults(faults: CardFaults): void
  /** Shows the brand and where its security code is printed. */
  showBrand(cardNumber: string): void
}

export function findCardForm(words: FrameWords): CardForm {
  const inputs = byField((field) => find(field, HTMLInputElement))
  const errors = byField((field) => find(`${field}-error`, HTMLElement))
  const brandShown = find('brand', HTMLElement)
  const brandName = find('brand-name', HTMLElement)
  const brandMark = find('brand-mark', HTMLElement)
  const codeInFront = find('code-in-front', HTMLElement)
  const { documentElement } = document

  return {
    inputs,
    read: () => byField((field) => inputs[field].value),
    showFaults(faults) {
      for (const field of CARD_FIELDS) {
        const fault = faults[field]
        const [input, error] = [inputs[field], errors[field]]
        input.closest('.field')?.classList.toggle('bad', fault !== undefined)
        error.hidden = fault === undefined
        error.textContent = (fault && words.errors[field][fault]) ?? ''
        input.ariaInvalid = String(fault !== undefined)
        if (fault === undefined) input.removeAttribute('aria-describedby')
        else input.setAttribute('aria-describedby', error.id)
      }
    },
    showBrand(cardNumber) {
      const brand = brandOf(digitsOf(cardNumber))
      brandShown.hidden = brand === undefined
      brandName.textContent = brand === undefined ? '' : BRAND_NAMES[brand]
      brandMark.textContent = brand === undefined ? '' : markOf(brand)
      const codeLength = codeLengthOfNumber(cardNumber) ?? CODE_LENGTH_USUAL
      const isInFront = codeLength !== CODE_LENGTH_USUAL
      inputs['card-code'].placeholder = words.codeHints[codeLength] ?? ''
      codeInFront.hidden = !isInFront
      documentElement.classList.toggle('code-in-front', isInFront)
    },
  }
}

function byField<T>(of: (field: CardField) => T): Record<CardField, T> {
  return {
    'card-number': of('card-number'),
    'card-expiry': of('card-expiry'),
    'card-code': of('card-code'),
    'card-name': of('card-name'),
  }
}

function find<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the document has no ${id}`)
  return element
}
