import { pino } from 'pino'
import { createProcessors } from '#server/processors/processors.ts'
import { reconcile } from '#server/service/payments/reconcile.ts'
import { reconcileRecentDays } from '#server/service/payments/reconcile-recent-days.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'

const DAY_MS = 86_400_000
const SETTLED_MS = 31 * 60_000
const SINCE_DAYS = 60

/** One run of the worker's reconciliation, which asks again about payments of which more was taken than is booked. */
export async function reconcileAtWork({ context, network }: Stage): Promise<void> {
  const { all } = context.processors
  const processors = createProcessors(all.filter(({ name }) => network.reports === name))
  // Silent: it would also log the differences from rows of earlier schedules.
  const log = pino({ level: 'silent' })
  await reconcileRecentDays({ ...context, processors, log }, { booksCompared: () => undefined })
}

/** Compares the books with the processor's report once all has settled; resolves to the differences found. */
export async function reconcileReports(stage: Stage): Promise<string[]> {
  const { clock, context, scheduler, network } = stage
  clock.advance(SETTLED_MS)
  const since = new Date(clock.now().getTime() - SINCE_DAYS * DAY_MS)
  let found: string[] = []
  const { all } = context.processors
  const reported = createProcessors(all.filter(({ name }) => (network.reports ?? name) === name))
  const comparing = scheduler.start('reconcile', async () => {
    const compared = await reconcile({ ...context, processors: reported }, since)
    for (const { error } of compared?.unread ?? []) throw error
    found = compared?.differences.map(({ difference, id }) => `${difference} ${id}`) ?? []
  })
  await settle(stage, [comparing])
  return found.toSorted()
}
