import type { EventType } from '../event.ts'
import { EVENT_TYPES } from '../event-types.ts'
import { completedNotification } from './example-values.ts'
import { exampleNotification } from './notification-examples.ts'
import type { JsonSchema } from './schemas.ts'
import { NOTIFICATIONS_TAG } from './tags.ts'

const MEANINGS: Record<EventType, string> = {
  'session.completed': 'The session is paid. Deliver the order when this arrives.',
  'session.expired': 'The time of the session ran out before it was paid.',
  'session.canceled': 'The merchant or the shopper gave the session up.',
  'payment.requires_action':
    'The shopper has something to do: pass a challenge, pay a Pix or a boleto.',
  'payment.processing': 'The outcome is not known yet. Another event will tell it.',
  'payment.authorized':
    'The amount is held for a session with `captureMethod` `manual`, and nothing is taken yet. Capture or void it before `data.session.captureBefore`.',
  'payment.succeeded': 'An attempt took the money.',
  'payment.failed':
    'An attempt was declined, or its time ran out. The session stays open for another.',
  'payment.late':
    "Money came after the session had ended. The merchant's policy decides whether it is kept or sent back.",
  'payment.amount_mismatch':
    "The processor took another amount than was asked, or another currency. The merchant's policy or an operator decides whether it is kept.",
  'payment.reversed':
    'A bank or network took money back, as by a chargeback. `data.payment.amountReversed` is the total so far.',
  'payment.capture_failed':
    'The processor refused to capture. The amount is still held: `data.payment.capture` tells what was asked, and it may be tried again.',
  'payment.voided':
    'What was held was released, and nothing was taken. `data.payment.voidReason` says why; the session has ended.',
  'payment.reinstated':
    'Money that was taken back came again, as after a dispute that was won. `data.payment.amountReinstated` is the total so far.',
  'refund.succeeded': 'A refund was made. `data.refund` tells which.',
  'refund.failed': 'The processor refused a refund. The money is still with the merchant.',
  'refund.reversed':
    'The money of a refund came back, as from a closed account. It is with the merchant again, and the refund may be sent after all: then `refund.succeeded` comes once more.',
  'dispute.opened':
    'A shopper contests a payment at the bank. `data.dispute.respondBy` is the deadline of an answer.',
  'dispute.updated':
    'The stage, status or deadline of a dispute changed, such as by a reopening. `data.dispute` tells how it stands.',
  'dispute.won':
    'A dispute was decided for the merchant. Not final: a later step may reopen it. `payment.reinstated` tells of the money.',
  'dispute.lost':
    'A dispute was decided for the shopper, or nobody answered in time. A later step may reopen it.',
  ping: 'A test of the callback. It belongs to no session and its sequence is 0.',
}

/** Headers of a webhook request, as OpenAPI components. Source: Standard Webhooks 1.0. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event, the same on every try: take in each id once.',
    schema: { type: 'string', examples: [completedNotification.id] },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'When this try was signed, in seconds since 1970. Refuse what is older than 5 minutes.',
    schema: { type: 'integer', examples: [1795192998] },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret `whsec_…`, as `v1,<base64>`. While secrets are being rotated there are two, separated by a space.',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
} as const

const RESPONSES = {
  '2XX': { description: 'Taken in. Any status of 200 to 299 within 10 seconds.' },
  '410': { description: 'Gone: the callback is disabled until it is set again.' },
  '429': {
    description: 'Tried again, not before `Retry-After`.',
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  },
  default: {
    description:
      'A failure, redirects too: tried again twelve times in about 72 hours, then kept and replayable.',
  },
} as const

/** One webhook per event type, all of the same shape. */
export function describeWebhooks(notification: JsonSchema | undefined) {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: operationIdOf(type),
          tags: [NOTIFICATIONS_TAG.name],
          summary: type,
          description: MEANINGS[type],
          security: [],
          parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({
            $ref: `#/components/parameters/${name}`,
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: notification,
                example: exampleNotification(type),
              },
            },
          },
          responses: RESPONSES,
        },
      },
    ]),
  )
}

/** `session.completed` as `onSessionCompleted`. */
function operationIdOf(type: EventType): string {
  return `on.${type}`.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())
}
