import { z } from 'zod'
import { Duration } from './duration.ts'
import { MerchantId } from './ids.ts'
import { Instant, Timestamp } from './values.ts'

/** Body of `POST /v1/sandbox/clock`. */
export const SetClock = z
  .discriminatedUnion('action', [
    z
      .strictObject({
        action: z.literal('freeze'),
        at: Instant.optional().describe('Default: now. All that is due by then happens first.'),
      })
      .meta({ id: 'FreezeClock' }),
    z
      .strictObject({
        action: z.literal('advance'),
        by: Duration.optional().describe('Days, hours, minutes, seconds. Either this or `to`.'),
        to: Instant.optional(),
      })
      .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
        path: ['by'],
        message: 'give either by or to',
        params: { code: 'required' },
      })
      .meta({ id: 'AdvanceClock' }),
    z.strictObject({ action: z.literal('resume') }).meta({ id: 'ResumeClock' }),
  ])
  .meta({ id: 'SetClock' })
export type SetClock = z.output<typeof SetClock>

/** A merchant's clock. */
export const Clock = z
  .object({
    object: z.literal('clock'),
    merchantId: MerchantId,
    now: Timestamp.describe("The merchant's time."),
    frozen: z.boolean().describe('It stands still.'),
    offsetSeconds: z.int().describe('How far it is ahead of the real time; below 0: behind.'),
  })
  .meta({ id: 'Clock' })
export type Clock = z.infer<typeof Clock>
