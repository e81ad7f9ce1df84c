import { deleteDashboardSession } from '../../database/people/dashboard-sessions.ts'
import { recordOperatorAudit } from '../audit/operator-context.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { done, refuse, type Outcome } from '../outcome.ts'

/** Ends one of a person's own sessions. */
export function endSession(
  context: DashboardContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Outcome<undefined, 'not_found'>> {
  return context.database.transaction(async (tx) => {
    if (!(await deleteDashboardSession(tx, { userId, id: sessionId }))) return refuse('not_found')
    await recordOperatorAudit(
      { ...context, actor: { kind: 'user', userId, dashboardAction: 'end session' } },
      tx,
      { action: 'session.ended', subject: userId, merchantId: null, details: { sessionId } },
    )
    return done(undefined)
  })
}
