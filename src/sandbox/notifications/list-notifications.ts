import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import { listEventsBetween, readEventSnapshot } from '../database/event-feed.ts'
import type { EventRecord } from '#server/database/events/events.ts'
import type { EventWatch } from './event-watch.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { UNKNOWN_CURSOR } from '#server/api/list-answer.ts'
import { done } from '#server/service/outcome.ts'
import { notificationOf } from '#server/service/events/present-event.ts'
import { openDeliverySigner } from '#server/service/events/deliveries/sign-delivery.ts'
import type { SandboxHandler } from '../sandbox-context.ts'
import { readCursor, writeCursor, type NotificationCursor } from './notification-cursor.ts'

const PAGE_SIZE = 50

export const listNotifications: SandboxHandler<'listNotifications'> = async (context, call) => {
  const { database, sandbox } = context
  const { eventWatch } = sandbox
  const { after, sessionId, waitSeconds } = call.query
  const merchantId = call.caller.merchant.id
  if (after === undefined && sessionId === undefined)
    return done(listOf([], { since: await readEventSnapshot(database), page: undefined }))

  const cursor = after === undefined ? BEGINNING : readCursor(after)
  if (cursor === undefined) return UNKNOWN_CURSOR
  const filter = { merchantId, sessionId }
  const found = await readOrWait(context, filter, cursor, {
    endsMs: performance.now() + waitSeconds * 1000,
    signal: AbortSignal.any([call.signal(), eventWatch.closed]),
    nextEvent: eventWatch.nextEvent,
  })
  return done(listOf(await present(context, merchantId, found.events), found.cursor))
}

const BEGINNING: NotificationCursor = { since: null, page: undefined }

interface Found {
  events: EventRecord[]
  cursor: NotificationCursor
}

async function readOrWait(
  context: ServiceContext,
  filter: { merchantId: string; sessionId: string | undefined },
  cursor: NotificationCursor,
  wait: {
    endsMs: number
    signal: AbortSignal
    nextEvent: EventWatch['nextEvent']
  },
): Promise<Found> {
  for (;;) {
    const leftMs = wait.endsMs - performance.now()
    const enough = new AbortController()
    // Subscribe before reading: an event committed between the two would be missed otherwise.
    const event =
      leftMs > 0
        ? wait.nextEvent(filter.merchantId, leftMs, AbortSignal.any([wait.signal, enough.signal]))
        : undefined
    try {
      const found = await readPage(context, filter, cursor)
      if (found.events.length > 0 || event === undefined || wait.signal.aborted) return found
      cursor = found.cursor
      await context.away(() => event)
      if (wait.signal.aborted) return found
    } finally {
      enough.abort()
    }
  }
}

async function readPage(
  { database }: ServiceContext,
  filter: { merchantId: string; sessionId: string | undefined },
  { since, page }: NotificationCursor,
): Promise<Found> {
  const until = page?.until ?? (await readEventSnapshot(database))
  const offset = page?.offset ?? 0
  const range = { ...filter, since, until, offset, limit: PAGE_SIZE + 1 }
  const events = await listEventsBetween(database, range)
  if (events.length <= PAGE_SIZE) return { events, cursor: { since: until, page: undefined } }
  return {
    events: events.slice(0, PAGE_SIZE),
    cursor: { since, page: { until, offset: offset + PAGE_SIZE } },
  }
}

async function present(
  context: ServiceContext,
  merchantId: string,
  events: readonly EventRecord[],
): Promise<SignedNotification[]> {
  if (events.length === 0) return []
  const { database, keys, wallClock } = context
  const sign = await openDeliverySigner(database, keys.opensWebhookSecrets, merchantId, wallClock())
  return Promise.all(
    events.map(async (event) => {
      const { id, type, sessionId, createdAt } = event
      const body = await notificationOf(context, event)
      const headers = await sign(id, body)
      return { id, type, sessionId, createdAt: createdAt.toISOString(), headers, body }
    }),
  )
}

function listOf(data: SignedNotification[], cursor: NotificationCursor) {
  return { object: 'list' as const, data, cursor: writeCursor(cursor) }
}
