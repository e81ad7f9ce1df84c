import { z } from 'zod'
import { EventType } from '../event.ts'
import { Timestamp } from '../values.ts'

/** What matches: the latest delivery of an event, by its state and by its last answer. */
export const REPLAY_STATES = ['undelivered', 'given_up', 'delivered'] as const
export const ReplayAnswer = z
  .string()
  .regex(/^(?:none|[1-5](?:xx|\d\d))$/, 'must be a status code, as 500 or 5xx, or none')
export const ReplayFilter = z.strictObject({
  /** `undelivered`: attempted in vain, or given up. `delivered`: what was taken is sent again, too. */
  state: z.enum(REPLAY_STATES),
  type: EventType.optional(),
  /** `500`, `5xx`, or `none`. */
  answer: ReplayAnswer.optional(),
  /** When the delivery was created. */
  since: Timestamp.optional(),
  until: Timestamp.optional(),
})
export type ReplayFilter = z.infer<typeof ReplayFilter>

export const REPLAY_PACE_MAX = 100

/** More are not sent again at once: a narrower filter comes first. */
export const REPLAY_MATCHES_MAX = 10_000

/** A replay of all that matched. */
export const DeliveryReplay = z.object({
  id: z.uuid(),
  filter: ReplayFilter,
  perSecond: z.int().min(1).max(REPLAY_PACE_MAX),
  matched: z.int().min(1),
  /** Those that are on their way again, or needed it no more. */
  released: z.int().min(0),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type DeliveryReplay = z.infer<typeof DeliveryReplay>

/** How a merchant's receiver does. */
export const DeliveryHealth = z.object({
  endpoint: z.enum(['set', 'disabled', 'none']),
  lastSuccessAt: Timestamp.nullable(),
  /** The first attempt that failed since the last success; null while nothing fails. */
  failingSince: Timestamp.nullable(),
  /** Deliveries that will be attempted, or attempted again; counted up to `countedMax`. */
  waiting: z.int().min(0),
  /** Of those, the ones whose last attempt failed. */
  failing: z.int().min(0),
  /** Given up since the last success. */
  givenUp: z.int().min(0),
  countedMax: z.int(),
  /** Last answers of what fails, of a sample of the oldest; most common first. */
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
  /** Of all that matched: the one that goes on, or the last one. */
  replay: DeliveryReplay.nullable(),
})
export type DeliveryHealth = z.infer<typeof DeliveryHealth>
