import { readEvent } from '../../server/database/events.ts'
import { notificationOf, presentEvent } from '../../server/api/events/present-event.ts'
import { accept, refuse, type Handler } from '../../server/api/handler.ts'

export const readViewedEvent: Handler<'readViewedEvent'> = async (context, call) => {
  const event = await readEvent(context.database, call.viewer.merchant.id, call.parameters.id)
  return event === undefined
    ? refuse('not_found', 'There is no such event.')
    : accept({
        ...(await presentEvent(context, event)),
        body: await notificationOf(context, event),
      })
}
