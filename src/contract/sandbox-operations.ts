import { bySession, type Operation } from './operation.ts'
import { Clock, SetClock } from './sandbox-clock.ts'
import { ListNotifications, NotificationList } from './sandbox-notifications.ts'
import { SimulateSession } from './sandbox-simulate.ts'
import { Session } from './session.ts'

/** Operations that production lacks. */
export const SANDBOX_OPERATIONS = {
  readClock: {
    method: 'get',
    path: '/v1/sandbox/clock',
    summary: "Read the merchant's clock",
    caller: 'merchant',
    scope: 'sandbox:simulate',
    sandboxOnly: true,
    status: 200,
    answer: Clock,
    refusals: [],
  },
  setClock: {
    method: 'post',
    path: '/v1/sandbox/clock',
    summary: "Freeze, advance or resume the merchant's clock",
    description:
      'All that is due on the way happens, in order, before the answer comes: sessions and Pix codes expire, boletos fall due, notifications are sent again. Time never goes back, but for `resume`, which returns to real time and undoes nothing. The header `webhook-timestamp` and the signatures of returns stay in real time.',
    caller: 'merchant',
    scope: 'sandbox:simulate',
    sandboxOnly: true,
    idempotent: true,
    body: SetClock,
    status: 200,
    answer: Clock,
    refusals: [],
  },
  listNotifications: {
    method: 'get',
    path: '/v1/sandbox/notifications',
    summary: 'Notifications as they happen',
    description:
      'What deliveries carry, signed for this answer, also of a merchant without a callback. Ask again with the `cursor` of each answer: nothing is left out, nothing comes twice.',
    caller: 'merchant',
    scope: 'events:read',
    sandboxOnly: true,
    query: ListNotifications,
    status: 200,
    answer: NotificationList,
    refusals: ['validation_failed', 'invalid_cursor'],
  },
  simulateSession: {
    method: 'post',
    path: '/v1/sandbox/sessions/{id}/simulate',
    summary: 'Decide what happens to a session',
    description:
      'What is live is decided; where nothing is live, an attempt is made and then decided. When the call answers, all of it has happened, and its notifications are on their way.',
    caller: 'merchant',
    scope: 'sandbox:simulate',
    sandboxOnly: true,
    idempotent: true,
    parameters: bySession,
    body: SimulateSession,
    status: 200,
    answer: Session,
    refusals: ['not_found', 'session_not_open', 'payment_in_progress', 'too_many_attempts'],
  },
} as const satisfies Record<string, Operation>

/** With the page's call that production has none of. */
export type SandboxOperationId = keyof typeof SANDBOX_OPERATIONS | 'simulateCheckout'
