import type { EventType, Notification } from '../../../contract/event.ts'
import { newId } from '../../../domain/id.ts'
import type { Queryable } from '../../database/database.ts'
import { insertEvent } from '../../database/events.ts'
import { lockWebhookEndpoint } from '../../database/merchants.ts'
import type { LockedSession, SessionWithPayment } from '../../database/sessions.ts'
import { updateSession, type SessionChange } from '../../database/update-session.ts'
import type { PaymentRecord } from '../../database/payments.ts'
import type { ServiceContext } from '../../context.ts'
import { eventBody, sealReference } from '../../worker/deliveries/event-body.ts'
import { referenceOfSession } from '../../keys/reference.ts'
import { presentSession } from './present-session.ts'

export interface NewEvent {
  type: EventType
  data?: Omit<Notification['data'], 'session'>
}

/**
 * Writes a change of a locked session with its events and deliveries (transactional outbox), in the
 * caller's transaction. `payment` is the last payment after the change.
 */
export async function changeSession(
  context: ServiceContext,
  tx: Queryable,
  locked: LockedSession,
  change: Partial<Omit<SessionChange, 'id' | 'eventSequence'>>,
  events: readonly NewEvent[],
  payment: PaymentRecord | null = locked.payment,
): Promise<SessionWithPayment> {
  const row = await updateSession(tx, {
    ...locked,
    ...change,
    eventSequence: locked.eventSequence + events.length,
  })
  const session: SessionWithPayment = { ...row, payment }
  const { callbackUrl, isCallbackDisabled } = locked.merchant
  const callback =
    isCallbackDisabled && events.length > 0
      ? await lockWebhookEndpoint(tx, session.merchantId)
      : { callbackUrl }
  const now = context.clock()
  const wallNow = context.wallClock()
  for (const [index, event] of events.entries()) {
    // Ids sort by their timestamps: the events of one change keep their order in lists and in the queue.
    const idTime = new Date(wallNow.getTime() + index)
    const id = newId('evt', idTime, context.random)
    const sequence = locked.eventSequence + index + 1
    const body = eventBody({
      id,
      type: event.type,
      timestamp: now.toISOString(),
      environment: context.environment,
      sequence,
      data: { session: presentSession(context, session), ...event.data },
    })
    await insertEvent(tx, {
      id,
      merchantId: session.merchantId,
      sessionId: session.id,
      type: event.type,
      sequence,
      body: sealReference(body, referenceOfSession(context.keys, session)),
      createdAt: now,
      deliveryId: newId('dlv', idTime, context.random),
      ...callback,
    })
  }
  return session
}
