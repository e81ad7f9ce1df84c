import { createHmac } from 'node:crypto'
import { signedFields } from '#server/processors/adyen/hmac.ts'

export type Item = Record<string, unknown>

/** An item with the signature that Adyen makes by this key. */
export function signedItem(item: Item, keyHex: string): Item {
  const hmac = createHmac('sha256', Buffer.from(keyHex, 'hex'))
  const hmacSignature = hmac.update(signedFields(item).join(':')).digest('base64')
  return { ...item, additionalData: { ...Object(item['additionalData']), hmacSignature } }
}

/** The body that has these items. */
export function webhookOf(items: readonly unknown[], top: Item = { live: 'false' }): object {
  return {
    ...top,
    notificationItems: items.map((NotificationRequestItem) => ({ NotificationRequestItem })),
  }
}
