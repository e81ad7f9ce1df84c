import type { Command } from 'commander'
import type { Clock, SetClock } from '#contract/sandbox-clock.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { readMerchant } from '#server/database/merchants/merchants.ts'
import { asSandboxService } from '../as-service.ts'
import { noMerchant } from '../merchant.ts'
import { requireSandbox } from '../require-sandbox.ts'

/** Changes a merchant's clock, or reads it without a change. */
export function changeClockOf(
  command: Command,
  merchantId: string,
  change: SetClock | undefined,
): Promise<Clock> {
  return asSandboxService(command, async ({ joined }) => {
    const { changeClock, presentClock } = await requireSandbox()
    if (joined === undefined) throw new Error('the sandbox has no clocks')
    const { context } = joined
    if ((await readMerchant(context.database, merchantId)) === undefined)
      throw noMerchant(merchantId)
    if (change === undefined) return presentClock(context, merchantId)
    const result = await changeClock(context, merchantId, change, null)
    if (result.outcome === 'done') return result.value
    const [error] = result.fields ?? []
    throw new CommandFailure(error ? `--${error.path}: ${error.message}` : result.detail)
  })
}
