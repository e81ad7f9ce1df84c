import { askOfHold, listEndedHolds } from '../../database/payments/holds.ts'
import { readPayment } from '../../database/payments/payments.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { forEach } from '../for-each.ts'
import type { Due } from '../merchant-time.ts'
import { changeSession } from '../sessions/change-session.ts'

const BATCH = 50

/** Asks for the release of holds that can no longer be captured, and are not being captured; true when there may be more. */
export async function releaseEndedHolds(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { names: processors } = context.processors
  const range = { now: due.now, processors, limit: BATCH }
  const holds = await listEndedHolds(context.database, range, due)
  const released = await forEach('release hold', holds, context, (hold) =>
    releaseEndedHold(context, hold, due.now),
  )
  return released === BATCH
}

function releaseEndedHold(
  context: ServiceContext,
  { id, sessionId }: { id: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    const payment = await readPayment(tx, id)
    const asked =
      payment &&
      (await askOfHold(tx, {
        id,
        intent: 'void',
        captureMinor: payment.captureMinor,
        voidReason: 'expired',
        now,
        nextAt: now,
        sentAt: null,
      }))
    if (asked === undefined) return false
    const last = session.payment?.id === id ? asked : session.payment
    // The version changes: who has read the session before settles nothing from what was read.
    await changeSession(context, tx, session, {}, [], last)
    return true
  })
}
