import { newId } from '#domain/id.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { once, recordOf, type IdempotentRequest, type Presenter } from '../idempotency.ts'
import { recordAudit, type Actor } from '../audit/record-audit.ts'
import type { ServiceContext } from '../context.ts'
import { insertReplay } from '../../database/events/deliveries.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { isNeverSent, readEvent, type EventWithDeliveries } from '../../database/events/events.ts'

export interface EventReplay {
  merchantId: string
  eventId: string
  actor: Actor
  idempotent: IdempotentRequest | undefined
}

/**
 * Delivers a merchant's event once more, to its present webhook endpoint, and records it in the audit log. Refuses with
 * `not_found`, also when there is no endpoint or the event is never sent, and with the refusals of idempotency keys.
 */
export async function replayEvent<Shown>(
  context: ServiceContext,
  { merchantId, eventId, actor, idempotent }: EventReplay,
  presenter: Presenter<EventWithDeliveries, Shown>,
): Promise<Outcome<Shown>> {
  const known = await readEvent(context.database, merchantId, eventId)
  if (known === undefined) return refuse('not_found', 'There is no such event.')

  const request = {
    record: recordOf(context, merchantId, idempotent),
    sessionIdOf: () => known.sessionId,
    idOf: () => eventId,
    read: (db: Queryable, id: string) => readEvent(db, merchantId, id),
    presenter,
  }
  return once(context, request, async (tx) => {
    const now = context.clock()
    const deliveryId = newId('dlv', context.wallClock(), context.random)
    const isReplayed = await insertReplay(tx, { merchantId, eventId, deliveryId, now })
    if (!isReplayed)
      return refuse(
        'not_found',
        (await isNeverSent(tx, merchantId, eventId))
          ? 'Its session was created with sandbox.deliveries "none": its events are never sent.'
          : 'The merchant has no callback to send it to.',
      )
    await recordAudit(
      tx,
      { keys: context.keys, now: context.wallClock() },
      { actor, action: 'event.replayed', subject: eventId, merchantId, details: { deliveryId } },
    )
    return done((await readEvent(tx, merchantId, eventId)) ?? known)
  })
}
