/** How a merchant's server receives an event, with the published client. */
export const RECEIVE_WEBHOOK = `import { isWebhookVerificationError, verifyWebhook } from 'hosted-checkout'

const secret = process.env['WEBHOOK_SECRET'] ?? ''

export async function receive(request: Request): Promise<Response> {
  // The signature covers the exact bytes: verify before any JSON parser.
  const body = await request.text()
  try {
    const event = await verifyWebhook(body, request.headers, secret)
    if (event.type === 'session.completed') await deliverOrder(event.data.session?.orderReference)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (isWebhookVerificationError(error)) return new Response(null, { status: 400 })
    throw error
  }
}

/** Idempotent: notifications come at least once. */
async function deliverOrder(orderReference: string | null | undefined): Promise<void> {
  console.log('paid', orderReference)
}`
