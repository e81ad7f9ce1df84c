import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { inQuery } from './values.ts'

/** Query of `GET /v1/checkout/changes`: a long poll with a cursor. */
export const ListCheckoutChanges = z.strictObject({
  after: z
    .string()
    .max(LIMITS.cursorLengthMax)
    .optional()
    .describe('The `cursor` of the answer before. Without: nothing but the cursor of now.'),
  waitSeconds: inQuery(z.int().min(0).max(LIMITS.waitSecondsMax).default(0)).describe(
    'Answer as soon as there is something after the cursor, or after the wait.',
  ),
})

export const CheckoutChange = z
  .object({
    topic: z.string().describe('One of the `topics` of the sessions that changed.'),
    version: z
      .int()
      .nullable()
      .describe('That of the session then; null when something else than the session changed.'),
  })
  .meta({ id: 'CheckoutChange' })
export type CheckoutChange = z.infer<typeof CheckoutChange>

export const CheckoutChangeList = z
  .object({
    object: z.literal('list'),
    data: z.array(CheckoutChange).describe('Oldest first.'),
    cursor: z.string().describe('Where the next call goes on. Opaque.'),
    complete: z
      .boolean()
      .describe(
        'When not, what happened after the cursor is not known: any session may have changed.',
      ),
  })
  .meta({ id: 'CheckoutChangeList' })
export type CheckoutChangeList = z.infer<typeof CheckoutChangeList>
