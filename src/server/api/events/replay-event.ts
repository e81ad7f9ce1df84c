import { newId } from '../../../domain/id.ts'
import { insertReplay } from '../../database/deliveries.ts'
import { readEvent } from '../../database/events.ts'
import { recordAct } from '../../audit/record-act.ts'
import { accept, refuse, type Handler } from '../handler.ts'
import { inOneTransaction } from '../idempotency.ts'
import { presentEvent } from './present-event.ts'

export const replayEvent: Handler<'replayEvent'> = async (context, call) => {
  const merchantId = call.caller.merchant.id
  const eventId = call.parameters.id
  const known = await readEvent(context.database, merchantId, eventId)
  if (known === undefined) return refuse('not_found', 'There is no such event.')

  const request = {
    merchantId,
    idempotent: call.idempotent,
    ...(known.sessionId !== null && { sessionId: known.sessionId }),
  }
  return inOneTransaction(context, request, 'replayEvent', async (tx) => {
    const now = context.clock()
    const deliveryId = newId('dlv', context.wallClock(), context.random)
    const isReplayed = await insertReplay(tx, { merchantId, eventId, deliveryId, now })
    if (!isReplayed) return refuse('not_found', 'The merchant has no callback to send it to.')
    await recordAct(
      tx,
      { keys: context.keys, now: context.wallClock() },
      {
        actor: { kind: 'api_key', keyId: call.caller.key.id },
        action: 'event.replayed',
        subject: eventId,
        merchantId,
        details: { deliveryId },
      },
    )
    const replayed = (await readEvent(tx, merchantId, eventId)) ?? known
    return accept(await presentEvent(context, replayed))
  })
}
