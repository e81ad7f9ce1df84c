import { forgetTarget } from '../../server/database/sandbox-clocks.ts'
import { refuse, type Handler } from '../../server/api/handler.ts'
import { inSteps } from '../../server/api/repeatable.ts'
import { changeClock } from './change-clock.ts'
import { withTime } from './merchant-time.ts'

export const setClock: Handler<'setClock'> = async (context, call) => {
  const sandbox = withTime(context)
  if (sandbox === undefined) return refuse('not_found', 'There is nothing at this address.')
  const { repeatable, body } = call
  const merchantId = call.caller.merchant.id
  const requestKey = repeatable?.key ?? null
  // Its key is kept in real time: an advance by two days must not forget that it was asked for.
  const inRealTime = { ...sandbox, clock: sandbox.wallClock }
  const result = await inSteps(inRealTime, { merchantId, repeatable }, 'setClock', () =>
    changeClock(sandbox, merchantId, body, requestKey),
  )
  if (result.outcome === 'written' && requestKey !== null)
    await forgetTarget(context.database, merchantId, requestKey)
  return result
}
