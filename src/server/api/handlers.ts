import type { OperationId } from '#contract/operations.ts'
import type { SandboxOperationId } from '#contract/sandbox-operations.ts'
import { cancelCheckout } from '../service/sessions/cancel-checkout.ts'
import { captureSession } from '../service/payments/capture-session.ts'
import { voidSession } from '../service/payments/void-session.ts'
import { completeAction } from '../service/payments/complete-action.ts'
import { createPayment } from '../service/payments/create-payment.ts'
import { readCardEncryptionKey, readCardSeal } from './checkout/read-cards.ts'
import { listCheckoutChanges, readCheckout } from './checkout/read-checkout.ts'
import { readImage } from './checkout/read-image.ts'
import { replayEvent } from '../service/events/replay-event.ts'
import type { Handler, MerchantCaller } from './handler.ts'
import { writing, written } from './http/written.ts'
import { presentEvent } from '../service/events/present-event.ts'
import { presentRefund } from '../service/refunds/present-refund.ts'
import { presentSession } from '../service/sessions/present-session.ts'
import { done } from '../service/outcome.ts'
import { healthOf } from './liveness.ts'
import { READS } from './reads.ts'
import { refundSession } from '../service/refunds/refund-session.ts'
import { cancelSession } from '../service/sessions/cancel-session.ts'
import { createSession } from '../service/sessions/create-session.ts'

/** A handler for each operation of the contract. The sandbox adds its own. */
export type Handlers = { [Id in Exclude<OperationId, SandboxOperationId>]: Handler<Id> } & {
  [Id in SandboxOperationId]?: Handler<Id>
}

/** What each operation does: a use case of the service, whose input is translated here, or a read. */
export const HANDLERS: { [Id in Exclude<OperationId, SandboxOperationId>]: Handler<Id> } = {
  ...READS,
  // guard: light-liveness
  readHealth: async ({ environment }) => done(healthOf(environment)),
  createSession: async (context, { caller: { merchant }, body, idempotent }) =>
    written(
      await createSession(
        context,
        { merchant, body, idempotent },
        writing(
          'createSession',
          ({ session, reference }) => presentSession(context, session, reference),
          ({ session }) => `/v1/sessions/${session.id}`,
        ),
      ),
    ),
  cancelSession: async (context, { caller, parameters, body, idempotent }) =>
    written(
      await cancelSession(
        context,
        { ...partiesOf(caller), sessionId: parameters.id, reason: body.reason, idempotent },
        writing('cancelSession', (session) => presentSession(context, session)),
      ),
    ),
  captureSession: async (context, { caller, parameters, body, idempotent }) =>
    written(
      await captureSession(
        context,
        {
          ...partiesOf(caller),
          sessionId: parameters.id,
          paymentId: body.paymentId,
          amountMinor: body.amount,
          idempotent,
        },
        writing('captureSession', (session) => presentSession(context, session)),
      ),
    ),
  voidSession: async (context, { caller, parameters, body, idempotent }) =>
    written(
      await voidSession(
        context,
        { ...partiesOf(caller), sessionId: parameters.id, reason: body.reason, idempotent },
        writing('voidSession', (session) => presentSession(context, session)),
      ),
    ),
  createRefund: async (context, { caller, parameters, body, idempotent }) =>
    written(
      await refundSession(
        context,
        {
          ...partiesOf(caller),
          sessionId: parameters.id,
          paymentId: body.paymentId,
          amountMinor: body.amount,
          reason: body.reason,
          idempotent,
        },
        writing('createRefund', presentRefund),
      ),
    ),
  replayEvent: async (context, { caller, parameters, idempotent }) =>
    written(
      await replayEvent(
        context,
        { ...partiesOf(caller), eventId: parameters.id, idempotent },
        writing('replayEvent', (event) => presentEvent(context, event)),
      ),
    ),
  readCardEncryptionKey,
  listCheckoutChanges,
  readCheckout,
  readCardSeal,
  createPayment: (context, { parameters: { reference }, body, idempotencyKey }) =>
    createPayment(context, { reference, body, idempotencyKey }),
  completeAction: (context, { parameters: { reference, id }, body: { returned } }) =>
    completeAction(context, { reference, paymentId: id, returned }),
  cancelCheckout: (context, { parameters }) => cancelCheckout(context, parameters),
  readImage,
}

/** Whose object is changed, and who changes it. */
function partiesOf({ merchant, key }: MerchantCaller) {
  return { merchantId: merchant.id, actor: { kind: 'api_key', keyId: key.id } as const }
}
