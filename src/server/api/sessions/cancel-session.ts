import { cancelSession as cancelSessionOf } from '../../service/sessions/cancel-session.ts'
import type { Handler } from '../../service/outcome.ts'

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
