import { z } from 'zod'
import { Uuid } from '../ids.ts'
import { EventType } from '../event.ts'
import { Timestamp } from '../values.ts'

/** A replay selects events by the state and the last answer of their latest delivery. */
export const REPLAY_STATES = ['undelivered', 'given_up', 'delivered'] as const
export const ReplayAnswer = z
  .string()
  .regex(/^(?:none|[1-5](?:xx|\d\d))$/, 'must be a status code, as 500 or 5xx, or none')
export const ReplayFilter = z.strictObject({
  /**
   * `undelivered`: pending after a failed attempt, or given up. `delivered`: the receiver has accepted the event, which is sent
   * again nevertheless.
   */
  state: z.enum(REPLAY_STATES),
  type: EventType.optional(),
  /** A status such as `500`, a class such as `5xx`, or `none`: no answer. */
  answer: ReplayAnswer.optional(),
  /** When the delivery was created. */
  since: Timestamp.optional(),
  until: Timestamp.optional(),
})
export type ReplayFilter = z.infer<typeof ReplayFilter>

export const REPLAY_PACE_MAX = 100

/** The most events that one replay sends again: for more, the filter must be narrower. */
export const REPLAY_MATCHES_MAX = 10_000

/** A replay of all events that matched a filter. */
export const DeliveryReplay = z.object({
  id: Uuid,
  filter: ReplayFilter,
  perSecond: z.int().min(1).max(REPLAY_PACE_MAX),
  matched: z.int().min(1),
  /** Events that are on their way again, or that were delivered meanwhile. */
  released: z.int().min(0),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type DeliveryReplay = z.infer<typeof DeliveryReplay>

/** The state of a merchant's webhook endpoint and of its deliveries. */
export const DeliveryHealth = z.object({
  endpoint: z.enum(['set', 'disabled', 'none']),
  lastSuccessAt: Timestamp.nullable(),
  /** The first attempt that failed since the last success; null while nothing fails. */
  failingSince: Timestamp.nullable(),
  /** Deliveries that will be attempted, or attempted again; counted up to `countedMax`. */
  waiting: z.int().min(0),
  /** Of those, the ones whose last attempt failed. */
  failing: z.int().min(0),
  /** Deliveries that were given up since the last success. */
  givenUp: z.int().min(0),
  countedMax: z.int(),
  /** The last answers to deliveries that fail, from a sample of the oldest; the most common first. */
  answers: z.array(
    z.object({
      statusCode: z.int().nullable(),
      /** Why there was no answer. */
      error: z.string().nullable(),
      count: z.int().min(1),
      /** The beginning of one of the answers. */
      excerpt: z.string().nullable(),
    }),
  ),
  /** The replay in progress, else the last one. */
  replay: DeliveryReplay.nullable(),
})
export type DeliveryHealth = z.infer<typeof DeliveryHealth>
