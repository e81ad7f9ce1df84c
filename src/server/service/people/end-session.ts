import { deleteDashboardSession } from '../../database/people/dashboard-sessions.ts'
import { recordOperatorAct } from '../audit/operator-context.ts'
import type { DashboardContext } from './dashboard-context.ts'

/** Ends one of a person's own sessions; false when they have no such session. */
export function endSession(
  context: DashboardContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    if (!(await deleteDashboardSession(tx, { userId, id: sessionId }))) return false
    await recordOperatorAct(
      { ...context, actor: { kind: 'user', userId, act: 'end session' } },
      tx,
      { action: 'session.ended', subject: userId, merchantId: null, details: { sessionId } },
    )
    return true
  })
}
