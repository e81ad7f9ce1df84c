import type { OperationId } from '../../contract/operations.ts'
import { cancelCheckout } from './checkout/cancel-checkout.ts'
import { completeAction } from './checkout/complete-action.ts'
import { createPayment } from './checkout/create-payment.ts'
import { readCardEncryptionKey } from './checkout/read-card-encryption-key.ts'
import { listCheckoutChanges } from './checkout/list-checkout-changes.ts'
import { readCheckout } from './checkout/read-checkout.ts'
import { readImage } from './checkout/read-image.ts'
import { listEvents } from './events/list-events.ts'
import { readEvent } from './events/read-event.ts'
import { replayEvent } from './events/replay-event.ts'
import { accept, type Handler } from './handler.ts'
import { listNotifications } from '../../sandbox/notifications/list-notifications.ts'
import { readClock } from '../../sandbox/clock/read-clock.ts'
import { setClock } from '../../sandbox/clock/set-clock.ts'
import { createRefund } from './refunds/create-refund.ts'
import { simulateCheckout } from '../../sandbox/simulate/simulate-checkout.ts'
import { simulateSession } from '../../sandbox/simulate/simulate-session.ts'
import { cancelSession } from './sessions/cancel-session.ts'
import { createSession } from './sessions/create-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { readSession } from './sessions/read-session.ts'
import { listViewedEvents } from '../../sandbox/viewers/list-viewed-events.ts'
import { readViewedEvent } from '../../sandbox/viewers/read-viewed-event.ts'
import { readViewer } from '../../sandbox/viewers/read-viewer.ts'
import { replayViewedEvents } from '../../sandbox/viewers/replay-viewed-events.ts'
import { signInViewer } from '../../sandbox/viewers/sign-in-viewer.ts'
import { signOutViewer } from '../../sandbox/viewers/sign-out-viewer.ts'

const readHealth: Handler<'readHealth'> = async ({ environment }) =>
  accept({ status: 'ok', environment })

/** Who does what: one handler for each operation of the contract. */
export const HANDLERS: { [Id in OperationId]: Handler<Id> } = {
  readHealth,
  createSession,
  listSessions,
  readSession,
  cancelSession,
  createRefund,
  listEvents,
  readEvent,
  replayEvent,
  readCardEncryptionKey,
  listCheckoutChanges,
  readCheckout,
  createPayment,
  completeAction,
  cancelCheckout,
  readImage,
  listNotifications,
  simulateSession,
  simulateCheckout,
  readClock,
  setClock,
  signInViewer,
  readViewer,
  listViewedEvents,
  readViewedEvent,
  replayViewedEvents,
  signOutViewer,
}
