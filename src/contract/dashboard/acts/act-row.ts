import type { z } from 'zod'
import type { Permission } from '../permissions.ts'

/** How an act is confirmed: not at all, by a dialog, or by a dialog that shows before and after. */
export type ActWeight = 'light' | 'medium' | 'heavy'

/** One line of the table of acts. */
export interface ActRow {
  /** `own`: of one's own account, which every role includes. */
  permission: Permission | 'own'
  /** JSON with the merchant that the act concerns; null: the operator. */
  input: z.ZodType<{ merchantId: string | null }>
  answer: z.ZodType
  weight: ActWeight
  /** Whether, in production, a passkey signs this very act; some only above a size. */
  signed: boolean | ((input: never) => boolean)
}
