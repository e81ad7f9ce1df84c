import type { SessionWithPayment } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import type { Presenter } from '../idempotency.ts'
import type { Outcome } from '../outcome.ts'
import { askOfHeldPayment, type AskedOfHold } from './ask-of-hold.ts'

/**
 * Captures the held payment of a merchant's session, in full or in part; the rest of the hold is released with it. Refuses with
 * `not_found`, `already_paid`, `nothing_authorized`, `capture_in_progress`, `void_in_progress`, `capture_exceeds_authorization`,
 * and with the refusals of idempotency keys.
 */
export function captureSession<Shown>(
  context: ServiceContext,
  asked: Omit<AskedOfHold, 'intent' | 'reason'>,
  presenter: Presenter<SessionWithPayment, Shown>,
): Promise<Outcome<Shown>> {
  return askOfHeldPayment(context, { ...asked, intent: 'capture' }, presenter)
}
