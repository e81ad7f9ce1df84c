import type { PaymentAction } from '../../contract/checkout.ts'
import { endOfDueDate } from './boleto/due-date.ts'

/** When a session expires whose shopper was asked for that action: not before the end of its due date, if it has one. */
export function expiryWith(action: PaymentAction | null, expiresAt: Date): Date {
  if (action === null || !('dueDate' in action)) return expiresAt
  return new Date(Math.max(expiresAt.getTime(), endOfDueDate(action.dueDate).getTime()))
}
