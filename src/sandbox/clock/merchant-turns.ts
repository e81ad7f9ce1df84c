import { repeat, type Repeated } from '../../server/worker/repeat.ts'
import { withFreeClock } from './hold-clock.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { doDueWork } from './merchant-work.ts'
import { nextDue } from './next-due.ts'

const PAUSE_MS = 250
const EVER = new Date(0)

/** Repeatedly does the due work of merchants with a clock of their own. Safe in several processes at once. */
export function startMerchantTurns(context: SandboxContext): Repeated {
  const { clocks } = context.sandbox
  let stopping = false

  async function takeTurns(): Promise<boolean> {
    await Promise.all(
      clocks
        .merchants()
        .map((merchantId) =>
          takeTurn(merchantId).catch((error: unknown) =>
            context.log.error({ err: error, merchantId }, 'the turn of a merchant broke'),
          ),
        ),
    )
    return false
  }

  async function takeTurn(merchantId: string): Promise<void> {
    const due = await nextDue(context, merchantId, EVER)
    if (due === undefined || due > clocks.clockOf(merchantId)()) return
    await withFreeClock(context, merchantId, (clock) =>
      doDueWork(context, merchantId, async () => {
        await clock.keep()
        return !stopping
      }),
    )
  }

  const turns = repeat('turns of merchants', PAUSE_MS, takeTurns, context.log)
  return {
    async stop() {
      stopping = true
      await turns.stop()
    },
  }
}
