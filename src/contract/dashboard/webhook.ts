import { z } from 'zod'
import { DeliveryAttempt, DeliveryState, EventType } from '../event.ts'
import { EventId, MerchantId, SessionId } from '../ids.ts'
import { lookBackPageOf } from '../list-page.ts'
import { Timestamp } from '../values.ts'
import { DeliveryHealth, ReplayAnswer, ReplayFilter } from './deliveries.ts'

/** State of an event's last delivery; `retrying`: pending after a failed attempt; `unsent`: there was no webhook endpoint. */
const EVENT_STATES = [
  'pending',
  'retrying',
  'succeeded',
  'exhausted',
  'disabled',
  'unsent',
] as const
export const EventState = z.enum(EVENT_STATES)
export type EventState = z.infer<typeof EventState>

/** Filters of the list, which the page's URL contains; `failing`: `retrying` or `exhausted`. */
export const ListWebhookEvents = z.strictObject({
  state: z.enum([...EVENT_STATES, 'failing']).optional(),
  type: EventType.optional(),
  /** The answer to the last attempt: `500`, `5xx`, or `none`. */
  answer: ReplayAnswer.optional(),
  since: Timestamp.optional(),
  sessionId: SessionId.optional(),
  /** Of the previous page. */
  after: EventId.optional(),
})
export type ListWebhookEvents = z.output<typeof ListWebhookEvents>

export const WebhookEventRow = z.strictObject({
  id: EventId,
  type: EventType,
  sessionId: SessionId.nullable(),
  orderReference: z.string().nullable(),
  createdAt: Timestamp,
  state: EventState,
  /** The attempts of all deliveries of the event. */
  attempts: z.int(),
  /** This and the next two fields are of the last delivery. */
  lastStatusCode: z.int().nullable(),
  lastError: z.string().nullable(),
  nextAttemptAt: Timestamp.nullable(),
})
export type WebhookEventRow = z.infer<typeof WebhookEventRow>

/** The answer of `GET /api/webhooks/{merchant}/events`. */
export const WebhookEvents = lookBackPageOf(WebhookEventRow)
export type WebhookEvents = z.infer<typeof WebhookEvents>

/** Deliveries that were created within an hour, by their present state. */
const WebhookHour = z.strictObject({
  startsAt: Timestamp,
  ok: z.int(),
  waiting: z.int(),
  failing: z.int(),
  givenUp: z.int(),
})

/** The answer of `GET /api/webhooks/{merchant}`. */
export const WebhookAnswer = z.strictObject({
  merchant: z.strictObject({ id: MerchantId, name: z.string() }),
  url: z.string().nullable(),
  health: DeliveryHealth,
  /** The last 24, oldest first. */
  hours: z.array(WebhookHour),
  /** False: there were more deliveries than are counted, and the oldest are missing. */
  isWhole: z.boolean(),
  /** The median duration of the latest successful attempts. */
  medianMs: z.int().nullable(),
  /** The merchant's own clock, in the sandbox; null: real time. */
  ownTime: z.strictObject({ now: Timestamp, isFrozen: z.boolean() }).nullable(),
})
export type WebhookAnswer = z.infer<typeof WebhookAnswer>

/** A webhook endpoint that fails, in the answer of `GET /api/webhooks`. */
export const FailingWebhook = z.strictObject({
  merchantId: MerchantId,
  merchantName: z.string(),
  isDisabled: z.boolean(),
  failingSince: Timestamp.nullable(),
  lastSuccessAt: Timestamp.nullable(),
  failing: z.int(),
  givenUp: z.int(),
  countedMax: z.int(),
})
export type FailingWebhook = z.infer<typeof FailingWebhook>

export const FailingWebhooks = z.strictObject({
  /** The endpoints with the most failed deliveries first. */
  webhooks: z.array(FailingWebhook),
  /** Whether more merchants have undelivered events than were examined, or more endpoints fail than are listed. */
  hasMore: z.boolean(),
})
export type FailingWebhooks = z.infer<typeof FailingWebhooks>

/** The query of `GET /api/webhooks/{merchant}/matching`, and its answer: what a replay would send again. */
export const CountMatching = ReplayFilter
export const MatchingAnswer = z.strictObject({
  matched: z.int(),
  sessions: z.int(),
  oldestAt: Timestamp.nullable(),
  newestAt: Timestamp.nullable(),
  /** Whether more events match than one replay sends again. */
  isTooMany: z.boolean(),
})
export type MatchingAnswer = z.infer<typeof MatchingAnswer>

/** The answer of `GET /api/webhooks/{merchant}/events/{event}`. */
export const WebhookEvent = z.strictObject({
  id: EventId,
  type: EventType,
  sessionId: SessionId.nullable(),
  orderReference: z.string().nullable(),
  createdAt: Timestamp,
  state: EventState,
  merchantName: z.string(),
  /** The body of the notification, with masked personal data and without the session's link. */
  body: z.string(),
  /** Whether the body may be shown as it is sent. */
  showsBody: z.boolean(),
  deliveries: z.array(
    z.strictObject({
      id: z.string(),
      url: z.string(),
      status: DeliveryState,
      createdAt: Timestamp,
      nextAttemptAt: Timestamp.nullable(),
      attempts: z.array(DeliveryAttempt),
    }),
  ),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The answer of `POST /api/webhooks/{merchant}/events/{event}/body`. */
export const WebhookBody = z.strictObject({
  /** The exact bytes, as text. */
  body: z.string(),
  /** What the receiver answered, where that is masked as it may repeat the person's data; the oldest first. */
  answers: z.array(z.strictObject({ attempt: z.int(), responseExcerpt: z.string() })),
})
export type WebhookBody = z.infer<typeof WebhookBody>
