import { z } from 'zod'
import { EventType } from './event.ts'
import { EventId, SessionId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { inQuery, Timestamp } from './values.ts'

/** Query of `GET /v1/sandbox/notifications`: a long poll with a cursor. */
export const ListNotifications = z.strictObject({
  after: z
    .string()
    .max(LIMITS.cursorLengthMax)
    .optional()
    .describe(
      'The `cursor` of the answer before, to the same query. Without: all of the session, or nothing but the cursor of now.',
    ),
  sessionId: SessionId.optional().describe('Only what happens to this session.'),
  waitSeconds: inQuery(z.int().min(0).max(LIMITS.notificationsWaitSecondsMax).default(0)).describe(
    'Answer as soon as there is something after the cursor, or after the wait.',
  ),
})
export type ListNotifications = z.output<typeof ListNotifications>

/** An event, signed as a delivery would carry it now. */
export const SignedNotification = z
  .object({
    id: EventId,
    type: EventType,
    sessionId: SessionId.nullable(),
    createdAt: Timestamp.describe("In the merchant's time."),
    headers: z
      .object({
        'webhook-id': EventId,
        'webhook-timestamp': z.string().regex(/^\d+$/),
        'webhook-signature': z.string(),
      })
      .describe("Made for this answer, in real time, with the merchant's own secrets."),
    body: z.string().describe('The exact body, which the signature covers: a `Notification`.'),
  })
  .meta({ id: 'SignedNotification' })
export type SignedNotification = z.infer<typeof SignedNotification>

export const NotificationList = z
  .object({
    object: z.literal('list'),
    data: z.array(SignedNotification).describe('Oldest first; of a session in its sequence.'),
    cursor: z.string().describe('Where the next call goes on. Opaque.'),
  })
  .meta({ id: 'NotificationList' })
export type NotificationList = z.infer<typeof NotificationList>
