import { verifyWebhook, WebhookVerificationError } from '../client/index.ts'
import { withNotification } from './order.ts'
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
      orders.save(withNotification(order, notification, now))
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return Response.json({ reason: error.reason, message: error.message }, { status: 400 })
  }
}
