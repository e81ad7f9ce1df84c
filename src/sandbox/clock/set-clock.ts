import { clearTarget } from '../database/clocks.ts'
import { inSteps } from '#server/service/idempotency.ts'
import { changeClock } from './change-clock.ts'
import type { SandboxHandler } from '../sandbox-context.ts'

export const setClock: SandboxHandler<'setClock'> = async (context, call) => {
  const { idempotent, body } = call
  const merchantId = call.caller.merchant.id
  const idempotencyKey = idempotent?.key ?? null
  // The idempotency key ages in real time: advancing by two days must not expire the key of that very request.
  const inRealTime = { ...context, clock: context.wallClock }
  const result = await inSteps(inRealTime, { merchantId, idempotent }, 'setClock', () =>
    changeClock(context, merchantId, body, idempotencyKey),
  )
  if (result.outcome === 'written' && idempotencyKey !== null)
    await clearTarget(context.database, merchantId, idempotencyKey)
  return result
}
