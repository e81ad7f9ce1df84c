import { signWebhook } from '#domain/webhook-signature.ts'
import { API_URL } from './api-url.ts'
import { NOTIFICATION_SECRET } from './simulation.ts'

/** A processor's signed notification to the API; `changes` are made after signing. */
export async function processorNotification(
  paymentId: string,
  { id, at, secret = NOTIFICATION_SECRET }: { id: string; at: Date; secret?: string },
  changes: { headers?: Record<string, string>; body?: string } = {},
): Promise<Request> {
  const type = 'payment.succeeded'
  const body = JSON.stringify({ id, paymentId, type, occurredAt: at.toISOString() })
  return new Request(`${API_URL}/processor/notifications`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': await signWebhook({ id, timestamp: at, body, secrets: [secret] }),
      ...changes.headers,
    },
    body: changes.body ?? body,
  })
}
