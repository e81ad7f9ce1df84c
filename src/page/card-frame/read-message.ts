import type { CardBrand } from '#contract/payment.ts'
import {
  CARD_FAULTS,
  CARD_FIELDS,
  type CardFault,
  type CardFaults,
  type CardField,
  type FromFrame,
  type Ready,
  type ToFrame,
} from './protocol.ts'

/** A copy: importing the contract's list would bundle its schemas. */
const BRANDS: Readonly<Record<CardBrand, true>> = {
  visa: true,
  mastercard: true,
  amex: true,
  elo: true,
  hipercard: true,
  diners: true,
  discover: true,
  jcb: true,
  unionpay: true,
}
/** A compact JWE. The second part of an envelope is empty, because its key is agreed on (ECDH-ES). */
const COMPACT_JWE = /^[\w-]+\.[\w-]*(?:\.[\w-]+){3}$/
/** As the API accepts it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/
const LAST_FOUR = /^\d{4}$/
/** Far above four fields with errors at the largest text size. */
const HEIGHT_PX_MAX = 4000

type Fields = Readonly<Record<string, unknown>>

export function isReady(value: unknown): value is Ready {
  return isObject(value) && value['type'] === 'card-frame-ready'
}

/** Parses a request of the page; undefined when malformed. */
export function readToFrame(value: unknown): ToFrame | undefined {
  if (!isObject(value)) return undefined
  const { type, id, faults, field, installments, idempotencyKey } = value
  switch (type) {
    case 'seal':
      return isId(id) && isId(installments) && isIdempotencyKey(idempotencyKey)
        ? { type, id, installments, idempotencyKey }
        : undefined
    case 'show': {
      const read = readFaults(faults)
      return read && { type, faults: read }
    }
    case 'focus':
      return isField(field) ? { type, field } : undefined
    case 'paying':
    case 'forget-code':
      return { type }
    default:
      return undefined
  }
}

/** Parses a message of the frame, dropping unknown properties; undefined when malformed. */
export function readFromFrame(value: unknown): FromFrame | undefined {
  if (!isObject(value)) return undefined
  switch (value['type']) {
    case 'state':
      return readState(value)
    case 'height':
      return readHeight(value)
    case 'sealed':
      return readSealed(value)
    case 'faulty': {
      const faults = readFaults(value['faults'])
      return faults && isId(value['id']) ? { type: 'faulty', id: value['id'], faults } : undefined
    }
    case 'failed':
      return isId(value['id']) ? { type: 'failed', id: value['id'] } : undefined
    case 'submit':
      return { type: 'submit' }
    default:
      return undefined
  }
}

function readState({ brand, isEmpty, faults }: Fields): FromFrame | undefined {
  const read = readFaults(faults)
  if (read === undefined || !isBrandOrNull(brand) || typeof isEmpty !== 'boolean') return undefined
  return { type: 'state', brand, isEmpty, faults: read }
}

function readHeight({ px }: Fields): FromFrame | undefined {
  const isHeight = typeof px === 'number' && px >= 0 && px <= HEIGHT_PX_MAX
  return isHeight ? { type: 'height', px } : undefined
}

function readSealed({ id, encrypted, brand, lastFour }: Fields): FromFrame | undefined {
  const isSealed =
    isId(id) &&
    isBrandOrNull(brand) &&
    typeof encrypted === 'string' &&
    COMPACT_JWE.test(encrypted) &&
    typeof lastFour === 'string' &&
    LAST_FOUR.test(lastFour)
  return isSealed ? { type: 'sealed', id, encrypted, brand, lastFour } : undefined
}

function readFaults(value: unknown): CardFaults | undefined {
  if (!isObject(value)) return undefined
  const faults: CardFaults = {}
  for (const [field, fault] of Object.entries(value)) {
    if (!isField(field) || !isFault(fault)) return undefined
    faults[field] = fault
  }
  return faults
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && IDEMPOTENCY_KEY.test(value)
}

function isField(value: unknown): value is CardField {
  return CARD_FIELDS.some((field) => field === value)
}

function isFault(value: unknown): value is CardFault {
  return CARD_FAULTS.some((fault) => fault === value)
}

function isBrandOrNull(value: unknown): value is CardBrand | null {
  return value === null || (typeof value === 'string' && Object.hasOwn(BRANDS, value))
}
