import { z } from 'zod'
import { DisputeId, MerchantId } from '../../ids.ts'
import { LIMITS } from '../../limits.ts'
import { plainText } from '../../values.ts'
import type { ActionRow } from './action-row.ts'

/** Dashboard actions that the page of a dispute offers. Disputes are answered in the processor's portal. */
export const DISPUTE_ACTIONS = {
  /** Notes something in the audit log, or that the dispute was answered in the portal. */
  'dispute.note': {
    permission: 'disputes:write',
    input: z.strictObject({
      merchantId: MerchantId,
      disputeId: DisputeId,
      /** Needed unless it was answered. */
      note: plainText(LIMITS.descriptionLengthMax).optional(),
      isAnswered: z.boolean(),
    }),
    answer: z.strictObject({}),
    weight: 'light',
    signed: false,
  },
} as const satisfies Readonly<Record<string, ActionRow>>
