import { hasEvent, listEvents as findEvents } from '../../database/events/events.ts'
import type { Handler } from '../handler.ts'
import { done } from '../../service/outcome.ts'
import { UNKNOWN_CURSOR } from '../unknown-cursor.ts'
import { presentEvent } from '../../service/events/present-event.ts'

export const listEvents: Handler<'listEvents'> = async (context, { caller, query }) => {
  const { database } = context
  const merchantId = caller.merchant.id
  if (query.after !== undefined && !(await hasEvent(database, merchantId, query.after)))
    return UNKNOWN_CURSOR
  const events = await findEvents(database, merchantId, query)
  const page = events.slice(0, query.limit)
  return done({
    object: 'list',
    data: await Promise.all(page.map((event) => presentEvent(context, event))),
    hasMore: events.length > page.length,
  })
}
