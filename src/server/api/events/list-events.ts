import { listEvents as findEvents } from '../../database/events.ts'
import { accept, type Handler } from '../handler.ts'
import { presentEvent } from './present-event.ts'

export const listEvents: Handler<'listEvents'> = async (context, { caller, query }) => {
  const events = await findEvents(context.database, caller.merchant.id, query)
  const page = events.slice(0, query.limit)
  return accept({
    object: 'list',
    data: await Promise.all(page.map((event) => presentEvent(context, event))),
    hasMore: events.length > page.length,
  })
}
