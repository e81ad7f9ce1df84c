import { z } from 'zod'

const Text = z.string().nullish()

/** An item of a notification; unknown fields and event codes pass. `success` is text in JSON, and a boolean in some versions. */
export const NotificationItem = z
  .object({
    pspReference: z.string().min(1),
    originalReference: Text,
    originalreference: Text,
    merchantAccountCode: z.string().min(1),
    merchantReference: Text,
    amount: z.object({ currency: z.string(), value: z.int() }),
    eventCode: z.string().min(1),
    success: z.union([z.boolean(), z.enum(['true', 'false'])]),
    eventDate: z.string().optional().catch(undefined),
    reason: z.string().optional().catch(undefined),
    additionalData: z
      .object({
        autoDefended: z.unknown().optional(),
        chargebackReasonCode: z.unknown().optional(),
        chargebackSchemeCode: z.unknown().optional(),
        defensePeriodEndsAt: z.unknown().optional(),
      })
      .optional()
      .catch(undefined),
  })
  .transform(({ originalreference, originalReference, merchantReference, success, ...item }) => ({
    ...item,
    originalReference: originalReference ?? originalreference ?? '',
    merchantReference: merchantReference ?? '',
    success: success === true || success === 'true',
  }))
export type NotificationItem = z.infer<typeof NotificationItem>
