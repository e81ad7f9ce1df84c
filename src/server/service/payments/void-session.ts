import type { SessionWithPayment } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import type { Presenter } from '../idempotency.ts'
import type { Outcome } from '../outcome.ts'
import { askOfHeldPayment, type AskedOfHold } from './ask-of-hold.ts'

/**
 * Releases the held payment of a merchant's session, which is canceled then: nothing is taken, and it cannot be paid any more.
 * Refuses with `not_found`, `already_paid`, `nothing_authorized`, `capture_in_progress`, `void_in_progress`, and with the refusals
 * of idempotency keys.
 */
export function voidSession<Shown>(
  context: ServiceContext,
  asked: Omit<AskedOfHold, 'intent' | 'amountMinor'>,
  presenter: Presenter<SessionWithPayment, Shown>,
): Promise<Outcome<Shown>> {
  return askOfHeldPayment(context, { ...asked, intent: 'void' }, presenter)
}
