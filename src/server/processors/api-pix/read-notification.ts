import { createHash } from 'node:crypto'
import type { NotificationArrival, ProcessorNotification } from '../processor.ts'
import { paymentIdOf } from './ids.ts'
import { type Pix, WebhookBody } from './messages.ts'
import { parseJson } from '../parse-json.ts'

/** The standard appends it to the address that was registered. */
const PATH = '/pix'

/**
 * The payments that a body names. Mutual TLS shows only that the bank sent the body: any customer of the bank can have
 * notifications about their own account sent here. So a notification is a hint to ask the bank, and never an outcome.
 */
export function readNotification(
  rawBody: string,
  { path, isCertified }: NotificationArrival,
): ProcessorNotification[] | undefined {
  if (!isCertified || path !== PATH) return undefined
  const received = WebhookBody.safeParse(parseJson(rawBody)).data ?? []
  const found = new Map<string, ProcessorNotification>()
  for (const pix of received) {
    const paymentId = paymentIdOf(pix.txid)
    const notificationId = nameOf(pix)
    if (paymentId !== undefined) found.set(notificationId, { notificationId, paymentId })
  }
  return [...found.values()]
}

/** The id of a notification: equal for an equal Pix with equal states of its returns. */
function nameOf({ endToEndId, txid, valor, devolucoes }: Pix): string {
  const returns = devolucoes
    .map(({ id, status, valor }) => [id, status, valor].join(' '))
    .toSorted()
  const news = JSON.stringify([endToEndId, txid, valor, returns])
  return `pix_${createHash('sha256').update(news).digest('hex').slice(0, 40)}`
}
