import { moveOn, timeOf } from '../../domain/merchant-clock.ts'
import type { ClockInHand } from './hold-clock.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { doDueWork } from './merchant-work.ts'
import { nextDue } from './next-due.ts'

/** As long as a caller waits. */
const ADVANCE_MS_MAX = 100_000

/**
 * Moves a merchant's clock on to a time, from one moment at which something is due to the next, and does at each what is
 * due. False when that takes too long: the clock then stands where it came to, and the same call goes on.
 */
export async function advanceClock(
  context: SandboxContext,
  clock: ClockInHand,
  target: Date,
): Promise<boolean> {
  const endsMs = performance.now() + ADVANCE_MS_MAX
  const isOver = () => performance.now() > endsMs
  const { merchantId } = clock
  const work = () =>
    doDueWork(context, merchantId, async () => {
      if (isOver()) return false
      await clock.keep()
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
