import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Adyen } from './deps.ts'
import { after, DAY_MS, HOUR_MS } from './deps.ts'
import { pspReference } from './ids.ts'
import type { Item, Modification, Notification, Payment, Webhook } from './records.ts'
import type { BadDay } from './bad-days.ts'
import type { Variant } from './variant.ts'

/** What an event says beside what its payment says. */
export type Event = Pick<Item, 'eventCode' | 'pspReference'> &
  Partial<Omit<Item, 'merchantAccountCode' | 'eventDate'>>

const REORDERED_MS = 600_000

/** Queues an event about a payment for each webhook of its merchant account. */
export function tell(adyen: Adyen, payment: Payment, event: Event): void {
  const item: Item = {
    merchantReference: payment.reference,
    amount: payment.amount,
    success: true,
    reason: '',
    paymentMethod: payment.card.brand,
    ...event,
    merchantAccountCode: payment.merchantAccount,
    eventDate: adyen
      .clock()
      .toISOString()
      .replace(/\.\d+Z$/, '+00:00'),
    additionalData: { ...event.additionalData },
  }
  for (const webhook of adyen.tables.webhooks.all())
    if (webhook.merchantAccount === payment.merchantAccount)
      tellOnDay(adyen, webhook, item, adyen.badDays.draw('webhook'))
}

/** Queues an item for one webhook. */
export function queueItem(adyen: Adyen, webhook: Webhook, item: Item, delayMs = 0): void {
  const notification: Notification = {
    webhook,
    item,
    dueAt: after(adyen.clock(), delayMs),
    isDelivered: false,
  }
  adyen.tables.notifications.put(`${adyen.tables.notifications.size()}`, notification)
}

function tellOnDay(
  adyen: Adyen,
  webhook: Webhook,
  item: Item,
  day: BadDay<'webhook'> | undefined,
): void {
  const delayMs =
    day === '2 days late' ? 2 * DAY_MS : day === 'reordered' ? REORDERED_MS * adyen.random() : 0
  const before = strangerBefore(adyen, webhook, item, day)
  if (before !== undefined) queueItem(adyen, before.webhook, before.item)
  queueItem(adyen, webhook, item, delayMs)
  if (day === 'twice') queueItem(adyen, webhook, item, HOUR_MS)
}

/** An item that must mean nothing to its receiver. */
function strangerBefore(
  adyen: Adyen,
  webhook: Webhook,
  item: Item,
  day: BadDay<'webhook'> | undefined,
): { webhook: Webhook; item: Item } | undefined {
  const { operations: _, ...rest } = item
  const other = {
    ...rest,
    pspReference: pspReference(adyen.random),
    success: true,
    additionalData: {},
  }
  const forged = { ...webhook, hmacKey: webhook.hmacKey.replaceAll(/\d/g, '9') }
  switch (day) {
    case 'among forged ones':
      return {
        webhook: forged,
        item: { ...other, eventCode: 'CHARGEBACK', originalReference: item.pspReference },
      }
    case 'colon':
      return {
        webhook,
        item: { ...other, eventCode: 'CAPTURE', merchantReference: `${item.merchantReference}:1` },
      }
    case 'unknown code':
      return { webhook, item: { ...other, eventCode: 'NEWS_OF_TOMORROW' } }
    case 'without additionalData':
      return { webhook: { ...webhook, hmacKey: '' }, item: { ...other, eventCode: 'CHARGEBACK' } }
    case 'other account':
      return {
        webhook,
        item: { ...other, eventCode: 'CHARGEBACK', merchantAccountCode: 'AnotherAccount' },
      }
    case 'twice':
    case 'reordered':
    case '2 days late':
    case undefined:
      return undefined
  }
}

/** Whose reference the outcome of a request has. */
export function referenceOf(
  whose: Variant['captureReference'],
  payment: Payment,
  { reference }: Pick<Modification, 'reference'>,
): string {
  return whose === 'request' ? (reference ?? payment.reference) : payment.reference
}

/** Tells of a refund: of its outcome, or of what became of it later. */
export function tellRefund(
  adyen: Adyen,
  payment: Payment,
  refund: Modification,
  event: { eventCode?: string; success?: boolean; reason?: string },
): void {
  tell(adyen, payment, {
    eventCode: 'REFUND',
    pspReference: refund.pspReference,
    originalReference: payment.pspReference,
    merchantReference: referenceOf(adyen.variant.refundReference, payment, refund),
    amount: refund.amount ?? payment.amount,
    ...event,
  })
}

/** The signature of an item: HMAC-SHA-256 over eight fields, joined by colons without escaping, in Base64. */
export function signatureOf(fields: readonly string[], hmacKey: string): string {
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(fields.join(':')).digest('base64')
}

/** The item as JSON has it, signed. */
export function itemJson(
  { webhook: { hmacKey }, item }: Pick<Notification, 'webhook' | 'item'>,
  variant: Variant,
): object {
  const { success, originalReference, additionalData, ...rest } = item
  const fields = signedFields({ ...item, originalReference })
  return {
    ...rest,
    success: variant.success === 'text' ? String(success) : success,
    ...originalJson(originalReference, variant),
    ...(hmacKey !== '' && {
      additionalData: { ...additionalData, hmacSignature: signatureOf(fields, hmacKey) },
    }),
  }
}

const Signed = z.looseObject({
  pspReference: z.string(),
  originalReference: z.string().optional(),
  merchantAccountCode: z.string(),
  merchantReference: z.string(),
  amount: z.looseObject({ currency: z.string(), value: z.number() }),
  eventCode: z.string(),
  success: z.union([z.string(), z.boolean()]),
})

interface SignedFields {
  pspReference: string
  originalReference?: string | undefined
  merchantAccountCode: string
  merchantReference: string
  amount: { currency: string; value: number }
  eventCode: string
  success: string | boolean
}

function signedFields(item: SignedFields): string[] {
  return [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    String(item.amount.value),
    item.amount.currency,
    item.eventCode,
    String(item.success),
  ]
}

const Body = z.looseObject({
  notificationItems: z.array(
    z.looseObject({
      NotificationRequestItem: Signed.extend({
        additionalData: z.record(z.string(), z.unknown()).optional(),
      }),
    }),
  ),
})

/** The body of a webhook with each item signed by the key; a body that is none stays as it is. */
export function signBody(text: string, hmacKey: string): string {
  const body = Body.safeParse(parse(text)).data
  if (body === undefined) return text
  const notificationItems = body.notificationItems.map(
    ({ NotificationRequestItem: item, ...more }) => ({
      ...more,
      NotificationRequestItem: {
        ...item,
        additionalData: {
          ...item.additionalData,
          hmacSignature: signatureOf(signedFields(item), hmacKey),
        },
      },
    }),
  )
  return JSON.stringify({ ...body, notificationItems })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function originalJson(reference: string | undefined, variant: Variant): object {
  if (variant.originalReference === 'lower case') return { originalreference: reference ?? '' }
  if (reference !== undefined) return { originalReference: reference }
  return variant.originalReference === 'empty' ? { originalReference: '' } : {}
}
