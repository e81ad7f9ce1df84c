import { pruneIdempotencyKeys } from '../../database/idempotency.ts'
import { listSessionsToErase, erasePersonalDataOf } from '../../database/sessions/personal-data.ts'
import { eraseUsersWithoutAccess } from '../../database/people/users.ts'
import type { ServiceContext } from '../context.ts'
import { idempotencyCutoff } from '../idempotency.ts'
import { inTimeOf, type Due } from '../merchant-time.ts'
import { forEach } from '../for-each.ts'

const BATCH = 100
const DAY_MS = 86_400_000

/** Erases the personal data of sessions past the retention period; true when there may be more. */
export async function erasePersonalData(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { database, retentionDays, log } = context
  if (retentionDays === 0) return false
  const { now } = due
  // Responses stored since then can still be replayed.
  const quietSince = idempotencyCutoff(now)
  const sessions = await listSessionsToErase(
    database,
    {
      endedBy: new Date(now.getTime() - retentionDays * DAY_MS),
      quietSince,
      limit: BATCH,
    },
    due,
  )
  if (sessions.length === 0) return false
  await pruneIdempotencyKeys(database, quietSince, due)
  const removed = await forEach('remove personal data', sessions, context, ({ id }) =>
    erasePersonalDataOf(database, id, { now, quietSince }),
  )
  log.info({ sessions: removed }, 'personal data was removed')
  return sessions.length === BATCH && removed > 0
}

/** The same for all merchants, each by its own clock, and for people of the dashboard who were disabled or never joined. */
export async function eraseDuePersonalData(context: ServiceContext): Promise<boolean> {
  await erasePeople(context)
  let mayBeMore = await erasePersonalData(context, await context.time.due())
  for (const merchantId of context.time.merchants()) {
    const own = inTimeOf(context, merchantId)
    if (await erasePersonalData(own, { now: own.clock(), only: [merchantId] })) mayBeMore = true
  }
  return mayBeMore
}

async function erasePeople({ database, clock, retentionDays, log }: ServiceContext): Promise<void> {
  if (retentionDays === 0) return
  const now = clock()
  const before = new Date(now.getTime() - retentionDays * DAY_MS)
  const people = await eraseUsersWithoutAccess(database, { before, now })
  if (people > 0) log.info({ people }, 'personal data of people of the dashboard was removed')
}
