import type { Witnesses } from '../../oracle/books.ts'
import type { WebhookReceiver } from '../../testing/webhook-receiver.ts'
import type { Dice } from './dice.ts'

const ACCEPTS = 0.8

/** Has a merchant's server refuse some notifications, and keep each of them as a witness; returns what makes it accept all. */
export function witnessNotifications(
  receiver: WebhookReceiver,
  merchantId: string,
  { dice, received }: { dice: Dice; received: Witnesses['received'] },
): (isHealed: boolean) => void {
  let isHealed = false
  receiver.answer = ({ headers, body }, response) => {
    const status = isHealed || dice.chance(ACCEPTS) ? 204 : 500
    received.push({ merchantId, eventId: String(headers['webhook-id']), body, answered: status })
    response.writeHead(status).end()
  }
  return (healed) => {
    isHealed = healed
  }
}
