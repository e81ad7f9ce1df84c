import { pruneIdempotencyKeys } from '../database/idempotency.ts'
import { listSessionsToForget, removePersonalDataOf } from '../database/personal-data.ts'
import type { Whose } from '../database/whose.ts'
import type { ServiceContext } from '../context.ts'
import { forgetBefore } from '../api/idempotency.ts'
import { inTimeOf, whoseTurn } from '../../sandbox/clock/merchant-time.ts'
import { forEach } from './for-each.ts'

const BATCH = 100
const DAY_MS = 86_400_000

/** Removes what sessions know of persons when its time is over, and tells when there may be more. */
export async function removePersonalData(
  context: ServiceContext,
  whose: Whose = 'everybody',
): Promise<boolean> {
  const { database, retentionDays, log } = context
  if (retentionDays === 0) return false
  const now = context.clock()
  // What was answered since is kept, to be answered again.
  const quietSince = forgetBefore(now)
  const due = await listSessionsToForget(
    database,
    {
      endedBy: new Date(now.getTime() - retentionDays * DAY_MS),
      quietSince,
      limit: BATCH,
    },
    whose,
  )
  if (due.length === 0) return false
  await pruneIdempotencyKeys(database, quietSince, whose)
  const removed = await forEach(due, log, ({ id }) =>
    removePersonalDataOf(database, id, { now, quietSince }),
  )
  log.info({ sessions: removed }, 'personal data was removed')
  return due.length === BATCH && removed > 0
}

/** The same for all merchants, each by their own time. */
export async function removeEverybodysPersonalData(context: ServiceContext): Promise<boolean> {
  let mayBeMore = await removePersonalData(context, whoseTurn(context))
  for (const merchantId of context.time?.clocks.merchants() ?? [])
    if (await removePersonalData(inTimeOf(context, merchantId), { merchantId })) mayBeMore = true
  return mayBeMore
}
