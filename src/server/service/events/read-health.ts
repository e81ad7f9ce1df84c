import type { DeliveryHealth } from '#contract/dashboard/deliveries.ts'
import { maskAnswer } from '#domain/mask-answer.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readDeliveryHealth } from '../../database/events/delivery-health.ts'
import { readLatestReplay } from '../../database/events/delivery-replays.ts'

/**
 * The health of a merchant's receiver and its latest replay; undefined when there is no such merchant. With `masksPersons`,
 * answers that may repeat a person's data are masked.
 */
export async function readHealth(
  { database }: { database: Queryable },
  { merchantId, masksPersons = false }: { merchantId: string; masksPersons?: boolean },
): Promise<DeliveryHealth | undefined> {
  const [health, replay] = await Promise.all([
    readDeliveryHealth(database, merchantId),
    readLatestReplay(database, merchantId),
  ])
  if (health === undefined) return undefined
  const answers = health.answers.map(({ person, ...answer }) =>
    masksPersons && person !== null && answer.excerpt !== null
      ? { ...answer, excerpt: maskAnswer(answer.excerpt, person) }
      : answer,
  )
  return { ...health, answers, replay: replay ?? null }
}
