import { z } from 'zod'
import { Timestamp } from '../values.ts'

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
})
export type DeliveryHealth = z.infer<typeof DeliveryHealth>
