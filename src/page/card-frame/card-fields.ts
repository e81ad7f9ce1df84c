import { digitsOf } from '#domain/ascii-digits.ts'
import {
  brandOf,
  codeLengthOf,
  formatCardNumber,
  luhnValid,
  validateCardNumber,
} from '#domain/methods/card/card-number.ts'
import {
  formatExpiryInput,
  hasWrongMonth,
  isExpired,
  parseExpiry,
} from '#domain/methods/card/expiry.ts'
import { CARD_FIELDS, type CardFault, type CardFaults, type CardField } from './protocol.ts'

/** The text of each field. */
export type CardValues = Readonly<Record<CardField, string>>

export const CODE_LENGTH_USUAL = 3
const CODE_DIGITS_MAX = 4
const CARD_DIGITS_MAX = 19
/** A name with more digits is probably a card number, which would be sent as a name. */
const NAME_DIGITS_MAX = 4

/** Input mask: the formatted text of a field. */
export function formatCardField(field: CardField, text: string, cardNumber: string): string {
  switch (field) {
    case 'card-number':
      return formatCardNumber(digitsOf(text).slice(0, CARD_DIGITS_MAX))
    case 'card-expiry':
      return formatExpiryInput(text).replace('/', ' / ')
    case 'card-code':
      return digitsOf(text).slice(0, codeLengthOfNumber(cardNumber) ?? CODE_DIGITS_MAX)
    case 'card-name':
      return text
  }
}

/** A field's validation error, or undefined. */
export function faultOf(field: CardField, values: CardValues, now: Date): CardFault | undefined {
  const text = values[field].trim()
  if (text === '') return 'missing'
  switch (field) {
    case 'card-number':
      return isCardNumber(digitsOf(text)) ? undefined : 'wrong'
    case 'card-expiry':
      return faultOfExpiry(text, now)
    case 'card-code':
      return isSecurityCode(text, values['card-number']) ? undefined : 'wrong'
    case 'card-name':
      return digitsOf(text).length > NAME_DIGITS_MAX ? 'wrong' : undefined
  }
}

/** All validation errors, in the order of the form. */
export function faultsOf(values: CardValues, now: Date): CardFaults {
  const faults: CardFaults = {}
  for (const field of CARD_FIELDS) {
    const fault = faultOf(field, values, now)
    if (fault !== undefined) faults[field] = fault
  }
  return faults
}

/** The length of the card's security code, or undefined while its brand is unknown. */
export function codeLengthOfNumber(cardNumber: string): number | undefined {
  const brand = brandOf(digitsOf(cardNumber))
  return brand && codeLengthOf(brand)
}

function isCardNumber(digits: string): boolean {
  const verdict = validateCardNumber(digits)
  return verdict === 'ok' || (verdict === 'unknown_brand' && luhnValid(digits))
}

function faultOfExpiry(text: string, now: Date): CardFault | undefined {
  const expiry = parseExpiry(text)
  if (expiry === undefined) return hasWrongMonth(text) ? 'month' : 'wrong'
  return isExpired(expiry, now) ? 'past' : undefined
}

function isSecurityCode(text: string, cardNumber: string): boolean {
  return /^\d{3,4}$/.test(text) && text.length === (codeLengthOfNumber(cardNumber) ?? text.length)
}
