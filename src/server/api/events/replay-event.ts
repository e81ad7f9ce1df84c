import { replayEvent as replayEventOf } from '../../service/events/replay-event.ts'
import type { Handler } from '../../service/outcome.ts'

export const replayEvent: Handler<'replayEvent'> = (context, { caller, parameters, idempotent }) =>
  replayEventOf(context, {
    merchantId: caller.merchant.id,
    eventId: parameters.id,
    actor: { kind: 'api_key', keyId: caller.key.id },
    idempotent,
  })
