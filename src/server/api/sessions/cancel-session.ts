import { cancelSession as cancelSessionOf } from '../../acts/cancel-session.ts'
import type { Handler } from '../handler.ts'

export const cancelSession: Handler<'cancelSession'> = (
  context,
  { caller, parameters, body, idempotent },
) =>
  cancelSessionOf(context, {
    merchantId: caller.merchant.id,
    sessionId: parameters.id,
    reason: body.reason,
    actor: { kind: 'api_key', keyId: caller.key.id },
    idempotent,
  })
