import { repeat, type Repeated } from '#server/worker/repeat.ts'
import { withFreeClock } from './lease-clock.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { doDueWork } from './merchant-work.ts'
import { nextDue } from './next-due.ts'

const PAUSE_MS = 250
const EVER = new Date(0)

/** Repeatedly does the due work of merchants with a clock of their own. Safe in several processes at once. */
export function startMerchantWorker(context: SandboxContext): Repeated {
  const { clocks } = context.sandbox
  let stopping = false

  async function runRound(): Promise<boolean> {
    await Promise.all(
      clocks
        .merchants()
        .map((merchantId) =>
          doMerchantWork(merchantId).catch((error: unknown) =>
            context.log.error({ err: error, merchantId }, 'the due work of a merchant failed'),
          ),
        ),
    )
    return false
  }

  async function doMerchantWork(merchantId: string): Promise<void> {
    const due = await nextDue(context, merchantId, EVER)
    if (due === undefined || due > clocks.clockOf(merchantId)()) return
    await withFreeClock(context, merchantId, (clock) =>
      doDueWork(context, merchantId, async () => {
        await clock.renew()
        return !stopping
      }),
    )
  }

  const worker = repeat('turns of merchants', PAUSE_MS, runRound, context.log)
  return {
    async stop() {
      stopping = true
      await worker.stop()
    },
  }
}
