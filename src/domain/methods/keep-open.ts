import type { PaymentAction } from '#contract/checkout.ts'
import { endOfDueDate } from './boleto/due-date.ts'

/** The session's expiry with a pending action: at least the end of the last day on which a boleto can be paid. */
export function expiryWith(action: PaymentAction | null, expiresAt: Date): Date {
  if (action === null || !('dueDate' in action)) return expiresAt
  return new Date(Math.max(expiresAt.getTime(), endOfDueDate(action.dueDate).getTime()))
}
