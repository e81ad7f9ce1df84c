import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationItem } from './messages.ts'

type SignedItem = Pick<
  NotificationItem,
  | 'pspReference'
  | 'originalReference'
  | 'merchantAccountCode'
  | 'merchantReference'
  | 'amount'
  | 'eventCode'
  | 'success'
>

const ID_LENGTH = 40

/** The eight fields of an item that its signature covers, in its order. All else anybody may have changed. */
export function signedFields(item: SignedItem): readonly string[] {
  return [
    item.pspReference,
    item.originalReference,
    item.merchantAccountCode,
    item.merchantReference,
    String(item.amount.value),
    item.amount.currency,
    item.eventCode,
    String(item.success),
  ]
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
