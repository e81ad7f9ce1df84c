import type { TrialBench } from './trial-bench.ts'
import { BrokenOff } from './record-steps.ts'

const SLOWER = 1.5
const SLOWEST = 10

type Polling = Pick<TrialBench, 'clock' | 'sleep' | 'isBrokenOff' | 'waits'>

/** Asks repeatedly until there is an answer; undefined when there is none after `forMs`. Throws `BrokenOff`. */
export async function poll<T>(
  { clock, sleep, isBrokenOff, waits }: Polling,
  { forMs, onWait }: { forMs: number; onWait?: (leftMs: number) => void },
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const endsAtMs = clock().getTime() + forMs
  for (let waitMs = waits.pollMs; ; waitMs = Math.min(waitMs * SLOWER, waits.pollMs * SLOWEST)) {
    const found = await ask()
    if (found !== undefined) return found
    const leftMs = endsAtMs - clock().getTime()
    if (isBrokenOff()) throw new BrokenOff('broken off')
    if (leftMs <= 0) return undefined
    onWait?.(leftMs)
    await sleep(Math.min(waitMs, leftMs))
  }
}
