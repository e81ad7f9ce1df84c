import type { EventState, ListWebhookEvents, WebhookEvents } from '#contract/dashboard/webhook.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { codesOf } from '../../database/events/delivery-replays.ts'
import { lookBackAtEvents } from '../../database/events/look-back-at-events.ts'

/** The states of undelivered events that were attempted, as a replay of undelivered events would send them. */
const FAILING: readonly EventState[] = ['retrying', 'exhausted']

/** A page of a merchant's events by the state of their last delivery, newest first, and how far back they were examined. */
export async function listEvents(
  { database }: { database: Queryable },
  { merchantId, ...filters }: ListWebhookEvents & { merchantId: string },
): Promise<WebhookEvents> {
  const { state, type, answer, since, sessionId, after } = filters
  const { items, lookedBackTo, ...page } = await lookBackAtEvents(database, {
    merchantId,
    states: state === undefined ? null : state === 'failing' ? FAILING : [state],
    type: type ?? null,
    sessionId: sessionId ?? null,
    ...codesOf(answer),
    unanswered: answer === 'none',
    since: since === undefined ? null : new Date(since),
    after,
  })
  return {
    ...page,
    items: items.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    })),
    lookedBackTo: lookedBackTo?.toISOString() ?? null,
  }
}
