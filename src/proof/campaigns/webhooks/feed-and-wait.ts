import { setTimeout as sleep } from 'node:timers/promises'
import { resumeDeliveries } from '#server/database/events/delivery-queue.ts'
import { setWebhookEndpoint } from '#server/database/merchants/merchants.ts'
import { DatabaseUnavailable } from '#server/database/engine/database-errors.ts'
import { statement, type Database } from '#server/database/engine/database.ts'
import { EVENTS_OF_SESSION, feedSession } from './feed.ts'
import type { FastClock } from './fast-clock.ts'
import { isPlace, urlOf } from './places.ts'
import { HONEST, type Endpoint, type WebhookStage } from './stage.ts'

export interface Feeding {
  events: number
  clock: FastClock
  onFed: (count: number) => void
}

const FEEDERS = 8
/** The feeders pause while more than this is due to honest endpoints; others may fall behind. */
const DUE_MAX = 500
const LOOK_MS = 50
const HOUR_MS = 3_600_000
/** Share of the elapsed time: deliveries that fall due in one leap are all late, which is harmless. */
const LEAP_RATIO = 0.1

const WAITING = statement(
  'campaign: waiting deliveries',
  `select count(*) filter (where next_attempt_at <= $1)::integer as due, count(*)::integer as pending,
     min(next_attempt_at) as next from deliveries where status = 'pending'`,
)
const DUE_TO = statement(
  'campaign: due deliveries',
  `select count(*)::integer as due from deliveries
   where status = 'pending' and merchant_id = any ($1::uuid[]) and next_attempt_at <= $2`,
)
const DISABLED = statement(
  'campaign: disabled callbacks',
  'select id from merchants where callback_disabled_at is not null',
)
const WAKE = statement('campaign: wake workers', `select pg_notify('deliveries', '')`)

/**
 * Feeds events to all endpoints and advances the clock until nothing is left to send. Meanwhile operators enable
 * endpoints again that respond 410, and after an hour repair the URLs that lead nowhere, except of endpoints that never
 * work.
 */
export async function feedAndWait(stage: WebhookStage, feeding: Feeding): Promise<void> {
  const { clock } = feeding
  const done = new AbortController()
  const enabling = enableAgain(stage, clock, done.signal)
  try {
    await feed(stage, feeding)
    await rest(stage, clock, new Date(clock.now().getTime() + HOUR_MS))
    await mendPlaces(stage, clock)
    await rest(stage, clock)
  } finally {
    done.abort()
    await enabling
  }
}

async function feed(
  { database, endpoints, reference }: WebhookStage,
  { events, clock, onFed }: Feeding,
): Promise<void> {
  const honest = endpoints.filter(({ kind }) => kind === HONEST).map(({ merchant }) => merchant.id)
  const dueToHonest = async () => {
    const [row] = await database.query<{ due: number }>(DUE_TO, [honest, clock.now()])
    return row?.due ?? 0
  }
  let left = events
  let next = 0
  async function feeder(): Promise<void> {
    while (left > 0) {
      const count = Math.min(left, EVENTS_OF_SESSION)
      left -= count
      const endpoint = endpoints[next++ % endpoints.length]
      if (endpoint === undefined) return
      await patiently(() => feedSession(database, endpoint, { count, clock: clock.now, reference }))
      onFed(count)
      while ((await patiently(dueToHonest)) > DUE_MAX) await sleep(LOOK_MS)
    }
  }
  await Promise.all(Array.from({ length: FEEDERS }, feeder))
}

/** Leaps to the next due time, further each time, until nothing is due or `until` is reached. */
async function rest({ database }: WebhookStage, clock: FastClock, until?: Date): Promise<void> {
  const begunMs = clock.now().getTime()
  const isTime = () => until !== undefined && clock.now() >= until
  while (!isTime()) {
    const { due, pending, next } = await patiently(() => waiting(database, clock))
    if (pending === 0 && (await patiently(() => disabled(database))).length === 0) return
    if (due === 0 && next !== null) {
      const now = clock.now().getTime()
      const atLeast = now + (now - begunMs) * LEAP_RATIO
      const target = new Date(Math.max(next.getTime(), atLeast))
      clock.leapTo(until !== undefined && until < target ? until : target)
    }
    await patiently(() => database.query(WAKE, []))
    await sleep(LOOK_MS)
  }
}

async function waiting(database: Database, clock: FastClock) {
  const [row] = await database.query<{ due: number; pending: number; next: Date | null }>(WAITING, [
    clock.now(),
  ])
  if (row === undefined) throw new Error('a count has no row')
  return row
}

function disabled(database: Database): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(DISABLED, [])
}

/** Retries while the database is unavailable: a busy machine is slow, not wrong. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      await sleep(LOOK_MS)
    }
  }
}

async function enableAgain(
  { database, endpoints, schedule }: WebhookStage,
  clock: FastClock,
  signal: AbortSignal,
): Promise<void> {
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.merchant.id, endpoint]))
  while (!signal.aborted) {
    for (const { id } of await patiently(() => disabled(database))) {
      const endpoint = endpointOf.get(id)
      if (endpoint === undefined) continue
      schedule.excuse(id)
      await sendTo(database, endpoint, endpoint.merchant.callbackUrl, clock)
    }
    await sleep(LOOK_MS)
  }
}

async function mendPlaces(
  { database, endpoints, receivers }: WebhookStage,
  clock: FastClock,
): Promise<void> {
  for (const endpoint of endpoints)
    if (isPlace(endpoint.kind) && !endpoint.isOutOfOrder)
      await sendTo(database, endpoint, urlOf(HONEST, endpoint.index, receivers.places), clock)
}

async function sendTo(
  database: Database,
  { merchant }: Endpoint,
  url: string,
  clock: FastClock,
): Promise<void> {
  const send = () =>
    database.transaction(async (tx) => {
      await setWebhookEndpoint(tx, merchant.id, url)
      await resumeDeliveries(tx, { merchantId: merchant.id, url, now: clock.now() })
    })
  await patiently(send)
}
