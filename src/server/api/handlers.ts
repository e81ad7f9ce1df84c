import type { OperationId } from '#contract/operations.ts'
import type { SandboxOperationId } from '#contract/sandbox-operations.ts'
import { cancelCheckout } from '../service/sessions/cancel-checkout.ts'
import { completeAction } from '../service/payments/complete-action.ts'
import { createPayment } from '../service/payments/create-payment.ts'
import { readCardEncryptionKey } from './checkout/read-card-encryption-key.ts'
import { readCardSeal } from './checkout/read-card-seal.ts'
import { listCheckoutChanges } from './checkout/list-checkout-changes.ts'
import { readCheckout } from './checkout/read-checkout.ts'
import { readImage } from './checkout/read-image.ts'
import { listEvents } from './events/list-events.ts'
import { readEvent } from './events/read-event.ts'
import { replayEvent } from './events/replay-event.ts'
import { accept, type Handler } from '../service/outcome.ts'
import { healthOf } from './health.ts'
import { createRefund } from './refunds/create-refund.ts'
import { listRefunds } from './refunds/list-refunds.ts'
import { readRefund } from './refunds/read-refund.ts'
import { cancelSession } from './sessions/cancel-session.ts'
import { createSession } from '../service/sessions/create-session.ts'
import { listPayments } from './sessions/list-payments.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { readSession } from './sessions/read-session.ts'

const readHealth: Handler<'readHealth'> = async ({ environment }) => accept(healthOf(environment))

/** A handler for each operation of the contract. The sandbox adds its own. */
export type Handlers = { [Id in Exclude<OperationId, SandboxOperationId>]: Handler<Id> } & {
  [Id in SandboxOperationId]?: Handler<Id>
}

export const HANDLERS: { [Id in Exclude<OperationId, SandboxOperationId>]: Handler<Id> } = {
  readHealth,
  createSession,
  listSessions,
  readSession,
  cancelSession,
  createRefund,
  listPayments,
  listRefunds,
  readRefund,
  listEvents,
  readEvent,
  replayEvent,
  readCardEncryptionKey,
  listCheckoutChanges,
  readCheckout,
  readCardSeal,
  createPayment,
  completeAction,
  cancelCheckout,
  readImage,
}
