import {
  brandOf,
  codeLengthOf,
  formatCardNumber,
  luhnValid,
  validateCardNumber,
} from '../../domain/methods/card/card-number.ts'
import { formatExpiryInput, isExpired, parseExpiry } from '../../domain/methods/card/expiry.ts'
import { CARD_FIELDS, type CardFault, type CardFaults, type CardField } from './protocol.ts'

/** What stands in the fields. */
export type CardValues = Readonly<Record<CardField, string>>

export const CODE_LENGTH_USUAL = 3
const CODE_DIGITS_MAX = 4
const CARD_DIGITS_MAX = 19
/** More digits than a name has: somebody typed the number there, and it would travel as a name. */
const NAME_DIGITS_MAX = 4

/** How a field shows what is typed in it. */
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

/** What is wrong with a field; undefined when it is right. */
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

/** Everything that is wrong, in the order of the form. */
export function faultsOf(values: CardValues, now: Date): CardFaults {
  const faults: CardFaults = {}
  for (const field of CARD_FIELDS) {
    const fault = faultOf(field, values, now)
    if (fault !== undefined) faults[field] = fault
  }
  return faults
}

/** How many digits the security code of this card has, once its brand can be told. */
export function codeLengthOfNumber(cardNumber: string): number | undefined {
  const brand = brandOf(digitsOf(cardNumber))
  return brand && codeLengthOf(brand)
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function isCardNumber(digits: string): boolean {
  const verdict = validateCardNumber(digits)
  return verdict === 'ok' || (verdict === 'unknown_brand' && luhnValid(digits))
}

function faultOfExpiry(text: string, now: Date): CardFault | undefined {
  const expiry = parseExpiry(text)
  if (expiry === undefined) return 'wrong'
  return isExpired(expiry, now) ? 'past' : undefined
}

function isSecurityCode(text: string, cardNumber: string): boolean {
  if (!/^\d+$/.test(text)) return false
  const length = codeLengthOfNumber(cardNumber)
  return length === undefined
    ? text.length === CODE_LENGTH_USUAL || text.length === CODE_DIGITS_MAX
    : text.length === length
}
