import { newId } from '#domain/id.ts'
import { insertReplays } from '../../database/events/deliveries.ts'
import { hasEvent, isNeverSent } from '../../database/events/events.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'

/** `not_found`: one of the events is not the merchant's; then none is sent. `no_endpoint`: the merchant has no endpoint. `never_sent`: its session forbids it. */
export type ReplayedEvents = Outcome<
  { eventId: string; deliveryId: string }[],
  'not_found' | 'no_endpoint' | 'never_sent'
>

/**
 * Sends events to the merchant's present webhook endpoint once more. Records an audit entry for each. Must run in a transaction,
 * which the caller rolls back when the replay is refused.
 */
export async function replayEvents(
  context: OperatorContext & Pick<DashboardContext, 'clockOf'>,
  { merchantId, eventIds }: { merchantId: string; eventIds: readonly string[] },
): Promise<ReplayedEvents> {
  const { database, clock, random, clockOf } = context
  const replays = eventIds.map((eventId) => ({
    eventId,
    deliveryId: newId('dlv', clock(), random),
  }))
  const now = clockOf(merchantId)()
  const sent = await insertReplays(database, { merchantId, replays, now })
  for (const { eventId } of replays) {
    if (sent.has(eventId)) continue
    if (await isNeverSent(database, merchantId, eventId)) return refuse('never_sent')
    const isThere = await hasEvent(database, merchantId, eventId)
    return refuse(isThere ? 'no_endpoint' : 'not_found')
  }
  for (const { eventId, deliveryId } of replays)
    await recordOperatorAudit(context, database, {
      action: 'event.replayed',
      subject: eventId,
      merchantId,
      details: { deliveryId },
    })
  return done(replays)
}
