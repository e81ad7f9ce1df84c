import { z } from 'zod'
import type { Environment } from '#contract/environment.ts'
import { idPattern } from '#domain/id.ts'
import { parseJson } from '../parse-json.ts'
import type { ProcessorNotification } from '../processor.ts'
import { factOf } from './facts.ts'
import { eventId, isAmbiguous, isSignedBy, signedFields } from './hmac.ts'
import { NotificationItem } from './messages.ts'

const ITEMS_MAX = 100

/** Whose notifications are believed. */
export interface Receiver {
  environment: Environment
  merchantAccount: string
  /** In hex: the present one, and while it is rotated the one before. */
  hmacKeys: readonly string[]
}

export const NotificationBody = z.object({
  live: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  notificationItems: z
    .array(z.object({ NotificationRequestItem: z.record(z.string(), z.unknown()) }))
    .max(ITEMS_MAX),
})
type Item = z.infer<typeof NotificationBody>['notificationItems'][number]['NotificationRequestItem']

/** Of the `additionalData` of an item. */
export const Signed = z.object({ hmacSignature: z.string() })

const PAYMENT = idPattern('pay')
const REFUND = idPattern('re')

/**
 * The events in a body that one of the keys signed, item by item; undefined when no item is. Each genuine item is acknowledged,
 * whatever it is about, since Adyen queues behind one that is not.
 */
export function readNotification(
  rawBody: string,
  receiver: Receiver,
): ProcessorNotification[] | undefined {
  const { success, data } = NotificationBody.safeParse(parseJson(rawBody))
  if (!success) return undefined
  const read = data.notificationItems.map(({ NotificationRequestItem: item }) => {
    const fields = signedFields(item)
    const { hmacSignature = '' } = Signed.safeParse(item['additionalData']).data ?? {}
    return { item, fields, isGenuine: isSignedBy(fields, hmacSignature, receiver.hmacKeys) }
  })
  if (!read.some(({ isGenuine }) => isGenuine)) return undefined
  const isOfHere = isOfEnvironment(data.live, receiver.environment)
  return read.flatMap(({ item, fields, isGenuine }) => {
    const notificationId = eventId(fields)
    if (!isGenuine) return [{ notificationId, isForged: true }]
    return isOfHere && !isAmbiguous(fields) ? about(notificationId, item, receiver) : []
  })
}

/** `live` is not signed: it tells a webhook that was set up in the other environment, and no attack. */
function isOfEnvironment(live: boolean | string | undefined, environment: Environment): boolean {
  return live === undefined || String(live) === String(environment === 'production')
}

function about(
  notificationId: string,
  item: Item,
  { merchantAccount }: Receiver,
): ProcessorNotification[] {
  const { success, data } = NotificationItem.safeParse(item)
  if (!success || data.merchantAccountCode !== merchantAccount) return []
  const { eventCode, pspReference, merchantReference: id } = data
  if (eventCode === 'REPORT_AVAILABLE') return [{ notificationId, report: pspReference }]
  if (PAYMENT.test(id)) return [{ notificationId, paymentId: id, facts: { ...factOf(data) } }]
  if (REFUND.test(id)) return [{ notificationId, refundId: id, facts: { ...factOf(data) } }]
  return []
}
