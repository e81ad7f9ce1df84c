import { forgetTarget } from '../database/clocks.ts'
import { inSteps } from '../../server/api/repeatable.ts'
import { changeClock } from './change-clock.ts'
import type { SandboxHandler } from '../sandbox-context.ts'

export const setClock: SandboxHandler<'setClock'> = async (context, call) => {
  const { repeatable, body } = call
  const merchantId = call.caller.merchant.id
  const requestKey = repeatable?.key ?? null
  // Its key is kept in real time: an advance by two days must not forget that it was asked for.
  const inRealTime = { ...context, clock: context.wallClock }
  const result = await inSteps(inRealTime, { merchantId, repeatable }, 'setClock', () =>
    changeClock(context, merchantId, body, requestKey),
  )
  if (result.outcome === 'written' && requestKey !== null)
    await forgetTarget(context.database, merchantId, requestKey)
  return result
}
