import { isWebhookVerificationError, verifyWebhook } from '#client/index.ts'
import { applyEvent, type Order } from './order.ts'
import type { Orders } from './orders.ts'

/**
 * The webhook endpoint: verifies the raw body, skips duplicates, applies by `sequence`, responds at once. Events of
 * unknown orders are acknowledged, too: a refusal would have them retried for three days.
 */
export async function receiveWebhook(
  request: { rawBody: Uint8Array; headers: Headers },
  { orders, webhookSecret, now }: { orders: Orders; webhookSecret: string; now: Date },
): Promise<Response> {
  try {
    const event = await verifyWebhook(request.rawBody, request.headers, webhookSecret, {
      now,
    })
    const order = orders.get(event.data.session?.orderReference ?? undefined)
    if (order !== undefined && orders.isNew(event.id)) {
      const next = applyEvent(order, event, now)
      orders.save(next)
      const paid = next.sessions.filter(({ id }) => isPaid(next, id) && !isPaid(order, id))
      for (const { id } of paid) orders.fulfill(id)
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
