import type { Clock } from '#contract/sandbox-clock.ts'
import { clearTarget } from '../database/clocks.ts'
import { writing, written } from '#server/api/http/written.ts'
import { onceInSteps, recordOf } from '#server/service/idempotency.ts'
import { changeClock } from './change-clock.ts'
import { presentClock } from './present-clock.ts'
import type { SandboxHandler } from '../sandbox-context.ts'

export const setClock: SandboxHandler<'setClock'> = async (context, call) => {
  const { idempotent, body } = call
  const merchantId = call.caller.merchant.id
  const idempotencyKey = idempotent?.key ?? null
  // The idempotency key ages in real time: advancing by two days must not expire the key of that very request.
  const inRealTime = { ...context, clock: context.wallClock }
  const request = {
    record: recordOf(inRealTime, merchantId, idempotent),
    sessionIdOf: () => null,
    idOf: () => merchantId,
    read: async () => presentClock(context, merchantId),
    presenter: writing('setClock', (clock: Clock) => clock),
  }
  const result = await onceInSteps(inRealTime, request, () =>
    changeClock(context, merchantId, body, idempotencyKey),
  )
  if (result.outcome === 'done' && idempotencyKey !== null)
    await clearTarget(context.database, merchantId, idempotencyKey)
  return written(result)
}
