import { forgetTarget } from '../../server/database/sandbox-clocks.ts'
import { refuse, type Handler } from '../../server/api/handler.ts'
import { inSteps } from '../../server/api/idempotency.ts'
import { changeClock } from './change-clock.ts'
import { withTime } from './merchant-time.ts'

export const setClock: Handler<'setClock'> = async (context, call) => {
  const sandbox = withTime(context)
  if (sandbox === undefined) return refuse('not_found', 'There is nothing at this address.')
  const { idempotent, body } = call
  const merchantId = call.caller.merchant.id
  const idempotencyKey = idempotent?.key ?? null
  // Its key is kept in real time: an advance by two days must not forget that it was asked for.
  const inRealTime = { ...sandbox, clock: sandbox.wallClock }
  const result = await inSteps(inRealTime, { merchantId, idempotent }, 'setClock', () =>
    changeClock(sandbox, merchantId, body, idempotencyKey),
  )
  if (result.outcome === 'written' && idempotencyKey !== null)
    await forgetTarget(context.database, merchantId, idempotencyKey)
  return result
}
