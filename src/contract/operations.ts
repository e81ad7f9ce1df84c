import { z } from 'zod'
import type { Scope } from './api-key.ts'
import { CardEncryptionKey, Checkout, CreatePayment, ReadCheckout } from './checkout.ts'
import { Event, EventList, ListEvents } from './event.ts'
import { Health } from './health.ts'
import { Image, IMAGE_TYPES, ImageName } from './image.ts'
import { EventId, PaymentId, Reference, SessionId } from './ids.ts'
import type { Environment } from './environment.ts'
import type { ProblemCode } from './problem.ts'
import { Clock, SetClock } from './sandbox-clock.ts'
import { ListNotifications, NotificationList } from './sandbox-notifications.ts'
import { CreateRefund, Refund } from './refund.ts'
import { Simulate } from './sandbox-simulate.ts'
import { CancelSession, CreateSession, ListSessions, Session, SessionList } from './session.ts'
import {
  ListViewedEvents,
  ReplayEvents,
  Replays,
  SignedInViewer,
  SignedOutViewer,
  SignInViewer,
  ViewedEvent,
  ViewedEventList,
  Viewer,
} from './viewer.ts'

/**
 * One call of the API. The router, the client and the OpenAPI document all read this table, so that none can say
 * something else than the others. `refusals` are those of the call itself; the ones that any call of its kind of caller
 * may get are in `COMMON_REFUSALS`.
 */
export interface Operation {
  method: 'get' | 'post'
  path: string
  summary: string
  description?: string
  caller: 'anyone' | 'merchant' | 'checkout'
  scope?: Scope
  /** Asks for somebody who looks at a merchant's notifications: their token stands in `X-Viewer-Token`. */
  viewer?: true
  /** In production there is no such call. */
  sandboxOnly?: boolean
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean
  /** Takes `Idempotency-Key` as the name of one attempt, which is then never made twice. */
  attemptKey?: boolean
  parameters?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  status: 200 | 201
  answer: z.ZodType
  /** The answer is bytes as one of these media types: both ends know it as `{ contentType, bytes }`. Without: JSON. */
  answerTypes?: readonly string[]
  refusals: readonly ProblemCode[]
}

const Nothing = z.strictObject({}).prefault({})
const bySession = z.object({ id: SessionId })
const byReference = z.object({ reference: Reference })

export const OPERATIONS = {
  readHealth: {
    method: 'get',
    path: '/v1/health',
    summary: 'Liveness',
    description: 'Says that the process runs. Touches no database.',
    caller: 'anyone',
    status: 200,
    answer: Health,
    refusals: [],
  },
  createSession: {
    method: 'post',
    path: '/v1/sessions',
    summary: 'Create a session',
    description: 'Send the shopper to the `url` of the answer.',
    caller: 'merchant',
    scope: 'sessions:write',
    idempotent: true,
    body: CreateSession,
    status: 201,
    answer: Session,
    refusals: ['merchant_mismatch', 'return_url_not_allowed'],
  },
  listSessions: {
    method: 'get',
    path: '/v1/sessions',
    summary: 'List sessions, newest first',
    caller: 'merchant',
    scope: 'sessions:read',
    query: ListSessions,
    status: 200,
    answer: SessionList,
    refusals: ['validation_failed'],
  },
  readSession: {
    method: 'get',
    path: '/v1/sessions/{id}',
    summary: 'Read a session',
    caller: 'merchant',
    scope: 'sessions:read',
    parameters: bySession,
    status: 200,
    answer: Session,
    refusals: ['not_found'],
  },
  cancelSession: {
    method: 'post',
    path: '/v1/sessions/{id}/cancel',
    summary: 'Cancel an open session',
    caller: 'merchant',
    scope: 'sessions:write',
    idempotent: true,
    parameters: bySession,
    body: CancelSession,
    status: 200,
    answer: Session,
    refusals: ['not_found', 'session_not_open', 'payment_in_progress'],
  },
  createRefund: {
    method: 'post',
    path: '/v1/sessions/{id}/refunds',
    summary: 'Refund a payment, in full or in part',
    description:
      'Never more than was captured. Without an amount everything that is left goes back.',
    caller: 'merchant',
    scope: 'refunds:write',
    idempotent: true,
    parameters: bySession,
    body: CreateRefund,
    status: 201,
    answer: Refund,
    refusals: ['not_found', 'session_not_open', 'refund_exceeds_payment'],
  },
  listEvents: {
    method: 'get',
    path: '/v1/events',
    summary: 'List events with their deliveries, newest first',
    caller: 'merchant',
    scope: 'events:read',
    query: ListEvents,
    status: 200,
    answer: EventList,
    refusals: ['validation_failed'],
  },
  readEvent: {
    method: 'get',
    path: '/v1/events/{id}',
    summary: 'Read an event with its deliveries',
    caller: 'merchant',
    scope: 'events:read',
    parameters: z.object({ id: EventId }),
    status: 200,
    answer: Event,
    refusals: ['not_found'],
  },
  replayEvent: {
    method: 'post',
    path: '/v1/events/{id}/replay',
    summary: 'Send an event again',
    description: 'Makes a new delivery of the same event: the same `webhook-id`, the same bytes.',
    caller: 'merchant',
    scope: 'events:replay',
    idempotent: true,
    parameters: z.object({ id: EventId }),
    body: Nothing,
    status: 200,
    answer: Event,
    refusals: ['not_found'],
  },
  // Before the path with a reference, which would take its address for one.
  readCardEncryptionKey: {
    method: 'get',
    path: '/v1/checkout/card-encryption-key',
    summary: 'The key to which cards are encrypted',
    description:
      "The processor's public key, for the frame that takes the card: it never takes a key from the page around it.",
    caller: 'checkout',
    status: 200,
    answer: CardEncryptionKey,
    refusals: [],
  },
  readCheckout: {
    method: 'get',
    path: '/v1/checkout/{reference}',
    summary: "The shopper's view of a session",
    caller: 'checkout',
    parameters: byReference,
    query: ReadCheckout,
    status: 200,
    answer: Checkout,
    refusals: ['not_found', 'validation_failed'],
  },
  createPayment: {
    method: 'post',
    path: '/v1/checkout/{reference}/payments',
    summary: 'Try to pay',
    description:
      'A decline is not an error: the answer is 200 with `payment.status` "failed". With an `Idempotency-Key` the same press is never a second attempt.',
    caller: 'checkout',
    attemptKey: true,
    parameters: byReference,
    body: CreatePayment,
    status: 200,
    answer: Checkout,
    refusals: [
      'invalid_idempotency_key',
      'not_found',
      'payment_in_progress',
      'already_paid',
      'session_expired',
      'session_canceled',
      'too_many_attempts',
    ],
  },
  completeAction: {
    method: 'post',
    path: '/v1/checkout/{reference}/payments/{id}/action',
    summary: 'Take in the result of a challenge',
    caller: 'checkout',
    parameters: z.object({ reference: Reference, id: PaymentId }),
    body: Nothing,
    status: 200,
    answer: Checkout,
    refusals: ['not_found'],
  },
  cancelCheckout: {
    method: 'post',
    path: '/v1/checkout/{reference}/cancel',
    summary: 'The shopper goes back',
    caller: 'checkout',
    parameters: byReference,
    body: Nothing,
    status: 200,
    answer: Checkout,
    refusals: [
      'not_found',
      'session_not_open',
      'payment_in_progress',
      'already_paid',
      'session_expired',
    ],
  },
  readImage: {
    method: 'get',
    path: '/v1/checkout/{reference}/images/{name}',
    summary: 'A picture of a session',
    description:
      "The merchant's logo or the picture of a line, fetched from the address that the merchant gave, which the shopper's browser never calls. Known by its bytes; of at most 1 MiB.",
    caller: 'checkout',
    parameters: z.object({ reference: Reference, name: ImageName }),
    status: 200,
    answer: Image,
    answerTypes: IMAGE_TYPES,
    refusals: ['not_found'],
  },
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
    refusals: ['validation_failed'],
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
    body: Simulate,
    status: 200,
    answer: Session,
    refusals: ['not_found', 'session_not_open', 'payment_in_progress', 'too_many_attempts'],
  },
  simulateCheckout: {
    method: 'post',
    path: '/v1/checkout/{reference}/simulate',
    summary: 'Decide what happens to a session, from its page',
    caller: 'checkout',
    sandboxOnly: true,
    parameters: byReference,
    body: Simulate,
    status: 200,
    answer: Checkout,
    refusals: ['not_found', 'session_not_open', 'payment_in_progress', 'too_many_attempts'],
  },
  signInViewer: {
    method: 'post',
    path: '/v1/sandbox/viewer/sign-in',
    summary: 'Sign in with a one-time link',
    description:
      "Trades the token of a link, which the operator made, for that of a viewer, who sees one merchant's notifications. A link works once.",
    caller: 'checkout',
    sandboxOnly: true,
    body: SignInViewer,
    status: 200,
    answer: SignedInViewer,
    refusals: ['invalid_sign_in_link'],
  },
  readViewer: {
    method: 'get',
    path: '/v1/sandbox/viewer',
    summary: 'Whose notifications a viewer sees',
    caller: 'checkout',
    viewer: true,
    sandboxOnly: true,
    status: 200,
    answer: Viewer,
    refusals: [],
  },
  listViewedEvents: {
    method: 'get',
    path: '/v1/sandbox/viewer/events',
    summary: "List the events of the viewer's merchant, newest first",
    caller: 'checkout',
    viewer: true,
    sandboxOnly: true,
    query: ListViewedEvents,
    status: 200,
    answer: ViewedEventList,
    refusals: ['validation_failed'],
  },
  readViewedEvent: {
    method: 'get',
    path: '/v1/sandbox/viewer/events/{id}',
    summary: 'Read an event with its deliveries and its bytes',
    caller: 'checkout',
    viewer: true,
    sandboxOnly: true,
    parameters: z.object({ id: EventId }),
    status: 200,
    answer: ViewedEvent,
    refusals: ['not_found'],
  },
  replayViewedEvents: {
    method: 'post',
    path: '/v1/sandbox/viewer/replays',
    summary: 'Send events again',
    description: 'Makes a new delivery of each, and says of each whether it did.',
    caller: 'checkout',
    viewer: true,
    sandboxOnly: true,
    idempotent: true,
    body: ReplayEvents,
    status: 200,
    answer: Replays,
    refusals: [],
  },
  signOutViewer: {
    method: 'post',
    path: '/v1/sandbox/viewer/sign-out',
    summary: 'Sign out',
    description: "The viewer's token names nobody any more.",
    caller: 'checkout',
    viewer: true,
    sandboxOnly: true,
    body: Nothing,
    status: 200,
    answer: SignedOutViewer,
    refusals: [],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof OPERATIONS

/** The calls that an environment has. */
export function operationsOf(environment: Environment): OperationId[] {
  const ids = Object.keys(OPERATIONS) as OperationId[]
  return ids.filter((id) => environment === 'sandbox' || !isSandboxOnly(OPERATIONS[id]))
}

function isSandboxOnly({ sandboxOnly }: Operation): boolean {
  return sandboxOnly === true
}

const WITH_KEY = [
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'browser_use_forbidden',
  'insufficient_scope',
  'rate_limited',
  'temporarily_unavailable',
  'internal_error',
] as const satisfies readonly ProblemCode[]

/** What any call of a caller may be refused with, beside its own refusals. */
export const COMMON_REFUSALS: Record<Operation['caller'], readonly ProblemCode[]> = {
  anyone: ['internal_error'],
  merchant: WITH_KEY,
  checkout: WITH_KEY,
}

/** What any call with a body may be refused with. */
export const BODY_REFUSALS = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'validation_failed',
] as const satisfies readonly ProblemCode[]

/** What any call that honours `Idempotency-Key` may be refused with. */
export const IDEMPOTENCY_REFUSALS = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies readonly ProblemCode[]

/** What any call for a viewer may be refused with. */
export const VIEWER_REFUSALS = ['invalid_viewer_token'] as const satisfies readonly ProblemCode[]

/** Everything that an operation may be refused with, its own codes first. */
export function refusalsOf(operation: Operation): readonly ProblemCode[] {
  return [
    ...operation.refusals,
    ...(operation.viewer === true ? VIEWER_REFUSALS : []),
    ...(operation.idempotent === true ? IDEMPOTENCY_REFUSALS : []),
    ...(operation.body === undefined ? [] : BODY_REFUSALS),
    ...COMMON_REFUSALS[operation.caller],
  ]
}
