import { claimIntents, renewIntentLease } from '../../database/payments/holds.ts'
import type { ServiceContext } from '../context.ts'
import { forEach } from '../for-each.ts'
import type { Due } from '../merchant-time.ts'
import { intentDelayMs } from './inquiry-schedule.ts'
import { INTENT_LEASE_MS, performIntent } from './perform-intent.ts'

const BATCH = 50

/** Requests the captures and releases that are due; true when there may be more. */
export async function finishIntents(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { database, wallClock } = context
  const { now } = due
  const nextAt = leaseFrom(now)
  const { names: processors } = context.processors
  const range = { now, nextAt, wallNow: wallClock(), processors, limit: BATCH }
  const intents = await claimIntents(database, range, due)
  await forEach('finish intent', intents, context, async (payment) => {
    // Those before it may have taken longer than the lease. What a fact has ended must not be requested again.
    const { id, intent, intentTries } = payment
    const lease = { id, intent, leasedUntil: nextAt, nextAt: leaseFrom(context.clock()) }
    if (!(await renewIntentLease(database, lease))) return false
    try {
      return await performIntent(context, payment)
    } finally {
      const at = new Date(now.getTime() + intentDelayMs(intentTries))
      await renewIntentLease(database, { ...lease, leasedUntil: lease.nextAt, nextAt: at })
    }
  })
  return intents.length === BATCH
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + INTENT_LEASE_MS)
}
