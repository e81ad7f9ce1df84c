import { listEventSummaries } from '../database/viewed-events.ts'
import { hasEvent } from '../../server/database/events.ts'
import { UNKNOWN_CURSOR } from '../../server/api/unknown-cursor.ts'
import { accept, type Handler } from '../../server/api/handler.ts'

export const listViewedEvents: Handler<'listViewedEvents'> = async (
  { database },
  { viewer, query },
) => {
  const merchantId = viewer.merchant.id
  if (query.after !== undefined && !(await hasEvent(database, merchantId, query.after)))
    return UNKNOWN_CURSOR
  const events = await listEventSummaries(database, merchantId, query)
  const page = events.slice(0, query.limit)
  return accept({
    object: 'list',
    data: page.map((event) => ({
      ...event,
      object: 'event_summary',
      createdAt: event.createdAt.toISOString(),
      nextAttemptAt: event.nextAttemptAt?.toISOString() ?? null,
    })),
    hasMore: events.length > page.length,
  })
}
