import type { z } from 'zod'
import type { Permission } from '../permissions.ts'

/** How an act is confirmed: not at all, by a dialog, or by a dialog that shows before and after. */
export type ActWeight = 'light' | 'medium' | 'heavy'

/** One line of the table of acts. */
export interface ActRow {
  /** `own`: an act on one's own account, which every role includes. */
  permission: Permission | 'own'
  /** The input as JSON. `merchantId` is the merchant that the act concerns; null: the operator. */
  input: z.ZodType<{ merchantId: string | null }>
  answer: z.ZodType
  weight: ActWeight
  /** Whether a passkey signs the act in production; a function decides by the input, such as by its size. */
  signed: boolean | ((input: never) => boolean)
}
