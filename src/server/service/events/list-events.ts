import type { EventState, ListWebhookEvents, WebhookEvents } from '#contract/dashboard/webhook.ts'
import { FIRST_ID, firstIdAt, LAST_ID } from '#domain/id.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { codesOf } from '../../database/events/delivery-replays.ts'
import {
  edgeOfEvents,
  listEventsByDelivery,
  type EventsByDelivery,
} from '../../database/events/events-by-delivery.ts'

const ROWS_MAX = 50
/** Bounds what a page costs, however rare its filters are. */
const SCAN_MAX = 5000
/** The states of undelivered events that were attempted, as a replay of undelivered events would send them. */
const FAILING: readonly EventState[] = ['retrying', 'exhausted']

/** A page of a merchant's events by the state of their last delivery, newest first, and how far back they were examined. */
export async function listEvents(
  { database }: { database: Queryable },
  { merchantId, ...filters }: ListWebhookEvents & { merchantId: string },
): Promise<WebhookEvents> {
  const page = pageOf(merchantId, filters)
  const found = await listEventsByDelivery(database, page)
  const rows = found.slice(0, ROWS_MAX)
  const last = rows.at(-1)
  const shown = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }))
  if (found.length > ROWS_MAX && last !== undefined)
    return {
      rows: shown,
      cursor: last.id,
      lookedBackTo: last.createdAt.toISOString(),
      exhausted: false,
    }
  const edge = await edgeOfEvents(database, page)
  const isCut = edge?.isCut === true
  return {
    rows: shown,
    cursor: isCut ? edge.id : null,
    lookedBackTo: edge?.createdAt.toISOString() ?? null,
    exhausted: !isCut,
  }
}

function pageOf(merchantId: string, filters: ListWebhookEvents): EventsByDelivery {
  const { state, type, answer, since, sessionId, cursor } = filters
  const from = since === undefined ? null : new Date(since)
  return {
    merchantId,
    states: state === undefined ? null : state === 'failing' ? FAILING : [state],
    type: type ?? null,
    sessionId: sessionId ?? null,
    ...codesOf(answer),
    unanswered: answer === 'none',
    since: from,
    from: from === null ? FIRST_ID : firstIdAt('evt', from),
    below: cursor ?? LAST_ID,
    scan: SCAN_MAX,
    limit: ROWS_MAX + 1,
  }
}
