import { refundSession } from '../../service/refunds/refund-session.ts'
import type { Handler } from '../../service/outcome.ts'

export const createRefund: Handler<'createRefund'> = (
  context,
  { caller, parameters, body, idempotent },
) =>
  refundSession(context, {
    merchantId: caller.merchant.id,
    sessionId: parameters.id,
    paymentId: body.paymentId,
    amountMinor: body.amount,
    reason: body.reason,
    actor: { kind: 'api_key', keyId: caller.key.id },
    idempotent,
  })
