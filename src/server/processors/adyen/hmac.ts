import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const ID_LENGTH = 40

/**
 * The eight fields of an item that its signature covers, in its order, as texts. All else anybody may have changed. Values of any
 * form are taken: what is signed is acknowledged, also where its form is not known.
 */
export function signedFields(item: Readonly<Record<string, unknown>>): readonly string[] {
  const { amount } = item
  const { value, currency } = isRecord(amount) ? amount : {}
  return [
    item['pspReference'],
    item['originalReference'] ?? item['originalreference'],
    item['merchantAccountCode'],
    item['merchantReference'],
    value,
    currency,
    item['eventCode'],
    item['success'],
  ].map(textOf)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

/** Whether one of the keys (in hex) made the signature (in Base64). In constant time for each key. */
export function isSignedBy(
  fields: readonly string[],
  signature: string,
  hmacKeys: readonly string[],
): boolean {
  const given = Buffer.from(signature, 'base64')
  return hmacKeys.some((key) => {
    const hmac = createHmac('sha256', Buffer.from(key, 'hex'))
    const expected = hmac.update(fields.join(':')).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Whether other fields have the same signature: they are joined by colons, without escaping. Such an item proves nothing. */
export function isAmbiguous(fields: readonly string[]): boolean {
  return fields.some((field) => field.includes(':'))
}

/** Names an event by what is signed: another text that says the same is the same event. */
export function eventId(fields: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  return `adyen_${digest.slice(0, ID_LENGTH)}`
}
