import { replayEvent as replayEventOf } from '../../acts/replay-event.ts'
import type { Handler } from '../handler.ts'

export const replayEvent: Handler<'replayEvent'> = (context, { caller, parameters, idempotent }) =>
  replayEventOf(context, {
    merchantId: caller.merchant.id,
    eventId: parameters.id,
    actor: { kind: 'api_key', keyId: caller.key.id },
    idempotent,
  })
