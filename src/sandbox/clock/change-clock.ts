import { durationMs } from '#contract/duration.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Clock, SetClock } from '#contract/sandbox-clock.ts'
import { freeze, REAL_TIME, timeOf } from '#domain/merchant-clock.ts'
import { pruneIdempotencyKeys } from '#server/database/idempotency.ts'
import { recordTarget } from '../database/clocks.ts'
import { done, refuse, type Done, type Refused } from '#server/service/outcome.ts'
import { idempotencyCutoff } from '#server/service/idempotency.ts'
import { advanceClock } from './advance-clock.ts'
import { ClockLeaseLost, withClock, type LeasedClock } from './lease-clock.ts'
import { inTimeOf } from '#server/service/merchant-time.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { presentClock } from './present-clock.ts'

const DAY_MS = 86_400_000

const BUSY = refuse(
  'temporarily_unavailable',
  'The clock is on its way, and more is due than could be done in one call. The same call goes on.',
  { retryAfter: 1 },
)

/** Freezes, advances or resumes a merchant's clock. Work that falls due on the way is done before it resolves. */
export async function changeClock(
  context: SandboxContext,
  merchantId: string,
  change: SetClock,
  idempotencyKey: string | null,
): Promise<Done<Clock> | Refused> {
  try {
    const refusal = await withClock(context, merchantId, (clock) =>
      change.action === 'resume'
        ? returnToRealTime(clock)
        : moveClock(context, clock, change, idempotencyKey),
    )
    return refusal ?? done(presentClock(context, merchantId))
  } catch (error) {
    if (error instanceof ClockLeaseLost) return BUSY
    throw error
  }
}

async function returnToRealTime(clock: LeasedClock): Promise<undefined> {
  await clock.move(REAL_TIME)
  return undefined
}

type Move = Exclude<SetClock, { action: 'resume' }>

async function moveClock(
  context: SandboxContext,
  clock: LeasedClock,
  change: Move,
  idempotencyKey: string | null,
): Promise<Refused | undefined> {
  const { database, wallClock } = context
  const { merchantId, token } = clock
  const now = timeOf(clock.setting(), wallClock())
  let target = targetOf(change, now)
  if (idempotencyKey !== null && clock.idempotencyKey === idempotencyKey && clock.target !== null)
    // The same request is repeated after an interruption: the clock continues to the request's first target.
    ({ target } = clock)
  else {
    const refusal = whyNotMove(change, target, now)
    if (refusal !== undefined) return refusal
    await recordTarget(database, { merchantId, token, idempotencyKey, target })
  }
  if (change.action === 'freeze') await clock.move(freeze(clock.setting(), wallClock()))
  if (!(await advanceClock(context, clock, target))) return BUSY
  const own = inTimeOf(context, merchantId)
  await pruneIdempotencyKeys(database, idempotencyCutoff(own.clock()), { only: [merchantId] })
  return undefined
}

function targetOf(change: Move, now: Date): Date {
  const to = change.action === 'freeze' ? change.at : change.to
  if (to !== undefined) return new Date(to)
  const byMs = change.action === 'advance' && change.by !== undefined ? durationMs(change.by) : 0
  return new Date(now.getTime() + byMs)
}

function whyNotMove(change: Move, target: Date, now: Date): Refused | undefined {
  const path = change.action === 'freeze' ? 'at' : change.to === undefined ? 'by' : 'to'
  if (target < now) return refuseMove(path, 'in_the_past', `is before ${now.toISOString()}`)
  if (target.getTime() - now.getTime() > LIMITS.clockAdvanceDaysMax * DAY_MS)
    return refuseMove(path, 'too_big', `is more than ${LIMITS.clockAdvanceDaysMax} days ahead`)
  return undefined
}

function refuseMove(path: string, code: string, message: string): Refused {
  return refuse('validation_failed', 'The clock cannot be moved there. Only "resume" goes back.', {
    fields: [{ path, code, message }],
  })
}
