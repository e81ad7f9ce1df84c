import type { FailingWebhooks, MatchingAnswer, WebhookAnswer } from '#contract/dashboard/webhook.ts'
import { REPLAY_MATCHES_MAX, type ReplayFilter } from '#contract/dashboard/deliveries.ts'
import { firstIdAt } from '#domain/id.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { countMatching as count } from '../../database/events/delivery-replays.ts'
import { listFailingWebhooks } from '../../database/events/failing-webhooks.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import { readWebhookDay } from '../../database/events/delivery-health.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'
import { readHealth } from './read-health.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

/** A merchant's webhook endpoint, its health and its last day; undefined when there is no such merchant. */
export async function readWebhook(
  { database, service: { time } }: Pick<DashboardContext, 'database' | 'service'>,
  { merchantId, showsAnswers }: { merchantId: string; showsAnswers: boolean },
): Promise<WebhookAnswer | undefined> {
  const now = time.clockOf(merchantId)()
  const thisHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const from = new Date(thisHour - (HOURS - 1) * HOUR_MS)
  const until = new Date(thisHour + HOUR_MS)
  const [merchant, health, day] = await Promise.all([
    readMerchant(database, merchantId),
    readHealth({ database }, { merchantId, masksPersons: true }),
    readWebhookDay(database, { merchantId, from, until, fromId: firstIdAt('dlv', from) }),
  ])
  if (merchant === undefined || health === undefined) return undefined
  const counted = new Map(day.hours.map(({ hour, ...counts }) => [hour, counts]))
  const answers = showsAnswers
    ? health.answers
    : health.answers.map((answer) => ({ ...answer, excerpt: null }))
  return {
    merchant: { id: merchant.id, name: merchant.name },
    url: merchant.callbackUrl,
    health: { ...health, answers },
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      startsAt: new Date(from.getTime() + hour * HOUR_MS).toISOString(),
      ...(counted.get(hour) ?? { ok: 0, waiting: 0, failing: 0, givenUp: 0 }),
    })),
    isWhole: day.isWhole,
    medianMs: day.medianMs,
    ownTime: time.merchants().includes(merchantId)
      ? { now: now.toISOString(), isFrozen: time.isFrozen(merchantId) }
      : null,
  }
}

/** Those of all merchants whose receiver fails. */
export async function readFailingWebhooks({
  database,
}: {
  database: Queryable
}): Promise<FailingWebhooks> {
  const { webhooks, hasMore, countedMax } = await listFailingWebhooks(database)
  return {
    webhooks: webhooks.map((webhook) => ({
      ...webhook,
      failingSince: webhook.failingSince?.toISOString() ?? null,
      lastSuccessAt: webhook.lastSuccessAt?.toISOString() ?? null,
      countedMax,
    })),
    hasMore,
  }
}

/** Counts what a replay with this filter would send again. */
export async function countReplay(
  { database }: { database: Queryable },
  { merchantId, filter }: { merchantId: string; filter: ReplayFilter },
): Promise<MatchingAnswer> {
  const { matched, sessions, oldestAt, newestAt } = await count(database, merchantId, filter)
  return {
    matched,
    sessions,
    oldestAt: oldestAt?.toISOString() ?? null,
    newestAt: newestAt?.toISOString() ?? null,
    isTooMany: matched > REPLAY_MATCHES_MAX,
  }
}
