import { moveOn, timeOf } from '#domain/merchant-clock.ts'
import type { LeasedClock } from './lease-clock.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { doDueWork } from './merchant-work.ts'
import { nextDue } from './next-due.ts'

/** Time limit of one request: past it the caller gets 503 and repeats the request. */
const ADVANCE_MS_MAX = 100_000

/**
 * Advances a merchant's clock to `target`, stopping at each moment at which work is due and doing it. Returns false
 * when the time limit ends it early: the clock then stays where it is, and a repeated request continues.
 */
export async function advanceClock(
  context: SandboxContext,
  clock: LeasedClock,
  target: Date,
): Promise<boolean> {
  const endsMs = performance.now() + ADVANCE_MS_MAX
  const isOver = () => performance.now() > endsMs
  const { merchantId } = clock
  const work = () =>
    doDueWork(context, merchantId, async () => {
      if (isOver()) return false
      await clock.renew()
      return true
    })

  let reached = timeOf(clock.setting(), context.wallClock())
  await work()
  while (reached < target && !isOver()) {
    const next = await nextDue(context, merchantId, reached)
    reached = next === undefined || next > target ? target : next
    await clock.move(moveOn(clock.setting(), reached, context.wallClock()))
    await work()
  }
  return !isOver()
}
