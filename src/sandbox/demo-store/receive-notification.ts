import { isWebhookVerificationError, verifyWebhook } from '../../client/index.ts'
import { type Order, withNotification } from './order.ts'
import type { Orders } from './orders.ts'

/**
 * The shop's callback: verify the body as it came, skip what was handled before, apply by `sequence`, answer soon. What is
 * about an order that this process never knew is acknowledged too, or it would come again for three days.
 */
export async function receiveNotification(
  request: { rawBody: Uint8Array; headers: Headers },
  { orders, webhookSecret, now }: { orders: Orders; webhookSecret: string; now: Date },
): Promise<Response> {
  try {
    const notification = await verifyWebhook(request.rawBody, request.headers, webhookSecret, {
      now,
    })
    const order = orders.get(notification.data.session?.orderReference ?? undefined)
    if (order !== undefined && orders.isNews(notification.id)) {
      const next = withNotification(order, notification, now)
      orders.save(next)
      const paid = next.sessions.filter(({ id }) => isPaid(next, id) && !isPaid(order, id))
      for (const { id } of paid) orders.giveOut(id)
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!isWebhookVerificationError(error)) throw error
    return Response.json({ reason: error.reason, message: error.message }, { status: 400 })
  }
}

function isPaid({ sessions }: Order, sessionId: string): boolean {
  return sessions.some(({ id, proof }) => id === sessionId && proof !== null)
}
