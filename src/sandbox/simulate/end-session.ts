import { isLive } from '#domain/payment-state.ts'
import { lockSession } from '#server/database/sessions/sessions.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { changeSession } from '#server/service/sessions/change-session.ts'

/** Expires a session now, unless it has a live payment. */
export async function endSession(context: ServiceContext, sessionId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    const isPaying = session.payment !== null && isLive(session.payment.status)
    if (session.status !== 'open' || isPaying) return
    await changeSession(context, tx, session, { status: 'expired', expiresAt: context.clock() }, [
      { type: 'session.expired' },
    ])
  })
}
