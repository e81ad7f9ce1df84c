import { digitsOf } from '#domain/ascii-digits.ts'
import { BRAND_NAMES } from '#domain/methods/card/card-brands.ts'
import { brandOf } from '#domain/methods/card/card-number.ts'
import { CODE_LENGTH_USUAL, type CardValues, codeLengthOfNumber } from './card-fields.ts'
import type { FrameWords } from './frame-data.ts'
import { CARD_FIELDS, type CardFaults, type CardField } from './protocol.ts'

/** The document's controls, their errors and the card's brand. */
export interface CardForm {
  inputs: Readonly<Record<CardField, HTMLInputElement>>
  read(): CardValues
  showFaults(faults: CardFaults): void
  /**
   * Shows the brand and where its security code is printed. The placeholder of the code is `dots`, if not empty, else
   * a hint.
   */
  showBrand(cardNumber: string, dots: string): void
}

export function findCardForm(words: FrameWords): CardForm {
  const inputs = byField((field) => find(field, HTMLInputElement))
  const errors = byField((field) => find(`${field}-error`, HTMLElement))
  const brandShown = find('brand', HTMLElement)
  const brandName = find('brand-name', HTMLElement)
  const brandMarks = find('marks', HTMLTemplateElement).content.firstElementChild
  if (brandMarks === null) throw new Error('no marks')
  brandShown.append(brandMarks)
  const { documentElement } = document
  let isCodeInFront = false

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
        input.setAttribute('aria-invalid', String(fault !== undefined))
        const descriptions = [
          ...(fault === undefined ? [] : [error.id]),
          // A picture shows this to sighted shoppers.
          ...(field === 'card-code' && isCodeInFront ? ['code-in-front'] : []),
        ]
        if (descriptions.length === 0) input.removeAttribute('aria-describedby')
        else input.setAttribute('aria-describedby', descriptions.join(' '))
      }
    },
    showBrand(cardNumber, dots) {
      const brand = brandOf(digitsOf(cardNumber))
      brandShown.hidden = brand === undefined
      brandName.textContent = brand === undefined ? '' : BRAND_NAMES[brand]
      for (const mark of brandMarks.children) mark.toggleAttribute('hidden', mark.id !== brand)
      const codeLength = codeLengthOfNumber(cardNumber) ?? CODE_LENGTH_USUAL
      isCodeInFront = codeLength !== CODE_LENGTH_USUAL
      inputs['card-code'].placeholder = dots || (words.codeHints[codeLength] ?? '')
      documentElement.classList.toggle('code-in-front', isCodeInFront)
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

function find<T extends Element>(id: string, kind: new () => T): T {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`no ${id}`)
  return element
}
