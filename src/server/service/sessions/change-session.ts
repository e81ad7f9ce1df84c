import type { EventType, Notification } from '#contract/event.ts'
import { newId } from '#domain/id.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { insertEvent } from '../../database/events/events.ts'
import { lockWebhookEndpoint } from '../../database/merchants/merchants.ts'
import type { SessionToChange, SessionWithPayment } from '../../database/sessions/sessions.ts'
import { updateSession, type SessionChange } from '../../database/sessions/update-session.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import type { ServiceContext } from '../context.ts'
import { eventBody, sealReference } from '../events/deliveries/event-body.ts'
import { referenceOfSession } from '../keys/reference.ts'
import { formatTraceparent } from '../../tracing/traceparent.ts'
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
  locked: SessionToChange,
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
    callbackUrl !== null && isCallbackDisabled && events.length > 0
      ? await lockWebhookEndpoint(tx, session.merchantId)
      : { callbackUrl, isHeld: false }
  const composed = composeEvents(context, session, events, locked.eventSequence)
  for (const event of composed)
    await insertEvent(tx, {
      ...event,
      merchantId: session.merchantId,
      sessionId: session.id,
      callbackUrl: callback.callbackUrl,
      isHeld: callback.isHeld,
    })
  return session
}

/** The events of one change of a session, as they are stored. `sequence` is the session's last event sequence before. */
export function composeEvents(
  context: Composing,
  session: SessionWithPayment,
  events: readonly NewEvent[],
  sequence: number,
) {
  const now = context.clock()
  const wallNow = context.wallClock()
  const presented = presentSession(context, session)
  const reference = referenceOfSession(context.keys, session)
  const cause = context.tracer?.cause()
  const traceparent = cause === undefined ? null : formatTraceparent(cause)
  return events.map(({ type, data }, index) => {
    // Ids sort by their timestamps: the events of one change keep their order in lists and in the queue.
    const idTime = new Date(wallNow.getTime() + index)
    const notification = {
      id: newId('evt', idTime, context.random),
      type,
      timestamp: now.toISOString(),
      environment: context.environment,
      sequence: sequence + index + 1,
      data: { session: presented, ...data },
    }
    return {
      id: notification.id,
      type,
      sequence: notification.sequence,
      body: sealReference(eventBody(notification), reference),
      createdAt: now,
      deliveryId: newId('dlv', idTime, context.random),
      traceparent,
    }
  })
}

type Composing = Pick<
  ServiceContext,
  'clock' | 'wallClock' | 'keys' | 'random' | 'environment' | 'checkoutUrl' | 'tracer'
>
