import { newId } from '../../domain/id.ts'
import { insertReplays } from '../../server/database/deliveries.ts'
import { accept, type Handler } from '../../server/api/handler.ts'
import { inOneTransaction } from '../../server/api/idempotency.ts'

export const replayViewedEvents: Handler<'replayViewedEvents'> = async (context, call) => {
  const { merchant } = call.viewer
  const request = { merchantId: merchant.id, idempotent: call.idempotent }
  return inOneTransaction(context, request, 'replayViewedEvents', async (tx) => {
    const wallNow = context.wallClock()
    const eventIds = [...new Set(call.body.eventIds)]
    const deliveries = await insertReplays(tx, {
      merchantId: merchant.id,
      replays: eventIds.map((eventId) => ({
        eventId,
        deliveryId: newId('dlv', wallNow, context.random),
      })),
      now: context.clock(),
    })
    const missing = merchant.callbackUrl === null ? 'no_callback' : 'not_found'
    return accept({
      object: 'list',
      data: eventIds.map((eventId) => {
        const deliveryId = deliveries.get(eventId) ?? null
        return { eventId, result: deliveryId === null ? missing : 'sent_again', deliveryId }
      }),
    })
  })
}
