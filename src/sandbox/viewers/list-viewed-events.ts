import { listEventSummaries } from '../database/viewed-events.ts'
import { accept, type Handler } from '../../server/api/handler.ts'

export const listViewedEvents: Handler<'listViewedEvents'> = async (
  { database },
  { viewer, query },
) => {
  const events = await listEventSummaries(database, viewer.merchant.id, query)
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
