import { z } from 'zod'
import { Dispute } from './dispute.ts'
import { Environment } from './environment.ts'
import { DeliveryId, EventId, SessionId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { EVENT_TYPES } from './event-types.ts'
import { Payment } from './payment.ts'
import { Refund } from './refund.ts'
import { Session } from './session.ts'
import { inQuery, Timestamp } from './values.ts'

export const EventType = z
  .enum(EVENT_TYPES)
  .describe('More types may appear: ignore those that you do not know.')
  .meta({ id: 'EventType' })
export type EventType = z.infer<typeof EventType>

/** Body of a webhook delivery. `sequence` counts per session from 1 without gaps; a ping has 0. */
export const Notification = z
  .object({
    id: EventId,
    type: EventType,
    timestamp: Timestamp,
    environment: Environment,
    sequence: z.int().min(0),
    data: z.object({
      session: Session.optional().describe('The session after the change; absent in a ping.'),
      payment: Payment.optional(),
      refund: Refund.optional(),
      dispute: Dispute.optional(),
    }),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

export const DELIVERY_STATES = ['pending', 'succeeded', 'exhausted', 'disabled'] as const
export const DeliveryState = z.enum(DELIVERY_STATES).meta({ id: 'DeliveryState' })
export type DeliveryState = z.infer<typeof DeliveryState>

export const DeliveryAttempt = z
  .object({
    number: z.int().min(1),
    startedAt: Timestamp,
    durationMs: z.int().min(0),
    statusCode: z.int().nullable(),
    error: z.string().nullable().describe('Why there was no answer.'),
    responseExcerpt: z.string().nullable().describe('The first KiB of the answer.'),
    requestHeaders: z
      .record(z.string(), z.string())
      .optional()
      .describe('The headers that were sent. Absent for attempts older than this field.'),
  })
  .meta({ id: 'DeliveryAttempt' })
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const Delivery = z
  .object({
    id: DeliveryId,
    object: z.literal('delivery'),
    url: z.string(),
    status: DeliveryState,
    createdAt: Timestamp,
    nextAttemptAt: Timestamp.nullable(),
    attempts: z.array(DeliveryAttempt),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

/** An event with all its deliveries. */
export const Event = z
  .object({
    id: EventId,
    object: z.literal('event'),
    type: EventType,
    sessionId: SessionId.nullable(),
    createdAt: Timestamp,
    notification: Notification,
    deliveries: z.array(Delivery),
  })
  .meta({ id: 'Event' })
export type Event = z.infer<typeof Event>

/** Query of `GET /v1/events`: keyset pagination by event id. */
export const ListEvents = z.strictObject({
  limit: inQuery(z.int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault)),
  after: EventId.optional().describe('The id of the last event of the page before.'),
  type: EventType.optional(),
  sessionId: SessionId.optional(),
})
export type ListEvents = z.output<typeof ListEvents>

export const EventList = z
  .object({ object: z.literal('list'), data: z.array(Event), hasMore: z.boolean() })
  .meta({ id: 'EventList' })
export type EventList = z.infer<typeof EventList>
