import type { z } from 'zod'
import type { Permission } from '../permissions.ts'

/** How a dashboard action is confirmed: not at all, by a dialog, or by a dialog that shows before and after. */
export type ActionWeight = 'light' | 'medium' | 'heavy'

/** One line of the table of dashboard actions. */
export interface ActionRow {
  /** `own`: a dashboard action on one's own account, which every role includes. */
  permission: Permission | 'own'
  /** The input as JSON. `merchantId` is the merchant that the dashboard action concerns; null: the operator. */
  input: z.ZodType<{ merchantId: string | null }>
  answer: z.ZodType
  weight: ActionWeight
  /** Whether a passkey signs the dashboard action in production; a function decides by the input, such as by its size. */
  signed: boolean | ((input: never) => boolean)
}
