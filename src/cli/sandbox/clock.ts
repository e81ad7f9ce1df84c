import type { Clock, SetClock } from '../../contract/sandbox-clock.ts'
import { CommandFailure } from '../../client/tools/command-line/exit.ts'
import { changeClock } from '../../sandbox/clock/change-clock.ts'
import { withTime } from '../../sandbox/clock/merchant-time.ts'
import { presentClock } from '../../sandbox/clock/present-clock.ts'
import { readMerchant } from '../../server/database/merchants.ts'
import { asService } from '../as-service.ts'
import { noMerchant } from '../merchant.ts'

/** Changes the time of a merchant, and answers it as it then is. */
export function changeClockOf(merchantId: string, change: SetClock | undefined): Promise<Clock> {
  return asService(async ({ context }) => {
    const sandbox = withTime(context)
    if (sandbox === undefined) throw new Error('the sandbox has no clocks')
    if ((await readMerchant(context.database, merchantId)) === undefined)
      throw noMerchant(merchantId)
    if (change === undefined) return presentClock(sandbox, merchantId)
    const result = await changeClock(sandbox, merchantId, change, null)
    if (result.outcome === 'accepted') return result.value
    const [error] = result.errors ?? []
    throw new CommandFailure(error ? `--${error.path}: ${error.message}` : result.detail)
  })
}
