import { z } from 'zod'
import { Event, EventType } from './event.ts'
import { EVENT_TYPES } from './event-types.ts'
import { DeliveryId, EventId, MerchantId, SessionId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { Clock } from './sandbox-clock.ts'
import { inQuery, Timestamp } from './values.ts'

/** Header with the viewer's token, beside the key of the page's backend. */
export const VIEWER_TOKEN_HEADER = 'X-Viewer-Token'

/** Lifetimes of a sign-in link, of a viewer's session, and of an idle one: decision 022. */
export const SIGN_IN_LINK_MINUTES = 10
export const VIEWER_HOURS = 8
export const VIEWER_IDLE_MINUTES = 60

const TOKEN_LENGTH_MAX = 100

/** Body of `POST /v1/sandbox/viewer/sign-in`. An unknown token is refused like a used one. */
export const SignInViewer = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(TOKEN_LENGTH_MAX)
      .describe('What stands after the `#` in the link that the operator made.')
      .meta({ examples: ['4kT9bZq1VwXn7sLd3YeF0mGh2RcJ8uPaQ6iNoKxE5Wv'] }),
  })
  .meta({ id: 'SignInViewer' })

/** A signed-in viewer of a merchant's events: the merchant, their clock, and the expiry. */
export const Viewer = z
  .object({
    object: z.literal('viewer'),
    merchant: z.object({
      id: MerchantId,
      name: z.string(),
      callbackUrl: z.string().nullable(),
      callbackDisabledAt: Timestamp.nullable(),
    }),
    clock: Clock,
    expiresAt: Timestamp.describe(
      `Sooner, when nothing was asked for in ${VIEWER_IDLE_MINUTES} minutes.`,
    ),
  })
  .meta({ id: 'Viewer' })
export type Viewer = z.infer<typeof Viewer>

export const SignedInViewer = z
  .object({
    object: z.literal('signed_in_viewer'),
    viewerToken: z
      .string()
      .describe(`For the header \`${VIEWER_TOKEN_HEADER}\`. It is answered this once.`),
    viewer: Viewer,
  })
  .meta({ id: 'SignedInViewer' })
export type SignedInViewer = z.infer<typeof SignedInViewer>

/** State of an event's last delivery; `unsent`: no webhook endpoint was configured. */
export const VIEWED_STATES = [
  'pending',
  'retrying',
  'succeeded',
  'exhausted',
  'disabled',
  'unsent',
] as const
export const ViewedState = z.enum(VIEWED_STATES).meta({ id: 'ViewedState' })
export type ViewedState = z.infer<typeof ViewedState>

/** Filter of the list: a state, or `failed` for any event whose last attempt failed. */
const StateFilter = z.enum([...VIEWED_STATES, 'failed'])

/** One event in a viewer's list. */
export const ViewedEventSummary = z
  .object({
    id: EventId,
    object: z.literal('event_summary'),
    type: EventType,
    sessionId: SessionId.nullable(),
    orderReference: z.string().nullable(),
    createdAt: Timestamp,
    state: ViewedState,
    deliveries: z.int().min(0),
    attempts: z.int().min(0).describe('Of all deliveries.'),
    lastStatusCode: z.int().nullable().describe('Of the last delivery, as are the next two.'),
    lastError: z.string().nullable(),
    nextAttemptAt: Timestamp.nullable(),
  })
  .meta({ id: 'ViewedEventSummary' })
export type ViewedEventSummary = z.infer<typeof ViewedEventSummary>

/** Query of `GET /v1/sandbox/viewer/events`. */
export const ListViewedEvents = z.strictObject({
  limit: inQuery(z.int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault)),
  after: EventId.optional().describe('The id of the last event of the page before.'),
  type: z.enum(EVENT_TYPES).optional(),
  sessionId: SessionId.optional(),
  state: StateFilter.optional().describe('`failed` is any whose last attempt failed.'),
})
export type ListViewedEvents = z.output<typeof ListViewedEvents>

export const ViewedEventList = z
  .object({ object: z.literal('list'), data: z.array(ViewedEventSummary), hasMore: z.boolean() })
  .meta({ id: 'ViewedEventList' })
export type ViewedEventList = z.infer<typeof ViewedEventList>

/** An event with its deliveries, and the exact body that each of them sends. */
export const ViewedEvent = Event.extend({
  body: z.string().describe('The body of the notification, as it is sent.'),
}).meta({ id: 'ViewedEvent' })
export type ViewedEvent = z.infer<typeof ViewedEvent>

/** Body of `POST /v1/sandbox/viewer/replays`. */
export const ReplayEvents = z
  .strictObject({ eventIds: z.array(EventId).min(1).max(LIMITS.replaysMax) })
  .meta({ id: 'ReplayEvents' })

/** Result for each replayed event, in the order of the request. */
export const Replays = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        eventId: EventId,
        result: z.enum(['sent_again', 'no_callback', 'not_found']),
        deliveryId: DeliveryId.nullable(),
      }),
    ),
  })
  .meta({ id: 'Replays' })
export type Replays = z.infer<typeof Replays>

export const SignedOutViewer = z
  .object({ object: z.literal('signed_out_viewer') })
  .meta({ id: 'SignedOutViewer' })
