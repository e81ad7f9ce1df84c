import { z } from 'zod'
import { CardEncryptionKey, CardSeal, Checkout, CreatePayment, ReadCheckout } from './checkout.ts'
import { CheckoutChangeList, ListCheckoutChanges } from './checkout-changes.ts'
import { Event, EventList, ListEvents } from './event.ts'
import { Health } from './health.ts'
import { Image, IMAGE_TYPES, ImageName } from './image.ts'
import { EventId, PaymentId, Reference, RefundId } from './ids.ts'
import type { Environment } from './environment.ts'
import type { ProblemCode } from './problem.ts'
import { byReference, bySession, Nothing, type Operation } from './operation.ts'
import { PaymentList } from './payment.ts'
import { CreateRefund, ListRefunds, Refund, RefundList } from './refund.ts'
import { SANDBOX_OPERATIONS } from './sandbox-operations.ts'
import { CancelSession, CreateSession, ListSessions, Session, SessionList } from './session.ts'

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
    refusals: ['validation_failed', 'invalid_cursor'],
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
      'Never more than was captured. Without an amount everything that is left goes back. `Idempotency-Key` is required, so that a request that is sent again refunds once.',
    caller: 'merchant',
    scope: 'refunds:write',
    idempotent: true,
    requiresIdempotencyKey: true,
    parameters: bySession,
    body: CreateRefund,
    status: 201,
    answer: Refund,
    refusals: ['not_found', 'not_paid', 'refund_exceeds_payment'],
  },
  listPayments: {
    method: 'get',
    path: '/v1/sessions/{id}/payments',
    summary: 'List the payments of a session, newest first',
    description: 'Every attempt to pay it, with the names by which a back office matches it.',
    caller: 'merchant',
    scope: 'sessions:read',
    parameters: bySession,
    query: z.strictObject({}).describe('None. A filter is refused, so that it is not ignored.'),
    status: 200,
    answer: PaymentList,
    refusals: ['not_found', 'validation_failed'],
  },
  listRefunds: {
    method: 'get',
    path: '/v1/sessions/{id}/refunds',
    summary: 'List the refunds of a session, newest first',
    caller: 'merchant',
    scope: 'sessions:read',
    parameters: bySession,
    query: ListRefunds,
    status: 200,
    answer: RefundList,
    refusals: ['not_found', 'validation_failed', 'invalid_cursor'],
  },
  readRefund: {
    method: 'get',
    path: '/v1/refunds/{id}',
    summary: 'Read a refund',
    caller: 'merchant',
    scope: 'sessions:read',
    parameters: z.object({ id: RefundId }),
    status: 200,
    answer: Refund,
    refusals: ['not_found'],
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
    refusals: ['validation_failed', 'invalid_cursor'],
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
    description:
      'Makes a new delivery of the same event: the same `webhook-id`, the same bytes; or what is left of them, signed anew, once personal data was removed.',
    caller: 'merchant',
    scope: 'events:replay',
    idempotent: true,
    parameters: z.object({ id: EventId }),
    body: Nothing,
    status: 200,
    answer: Event,
    refusals: ['not_found'],
  },
  // Before the path with a reference, which would match these two.
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
  listCheckoutChanges: {
    method: 'get',
    path: '/v1/checkout/changes',
    summary: 'Which sessions changed',
    description:
      'Of all sessions, by the `topics` of their views: one call waits for many pages. Ask again with the `cursor` of each answer: nothing is left out.',
    caller: 'checkout',
    query: ListCheckoutChanges,
    status: 200,
    answer: CheckoutChangeList,
    refusals: ['validation_failed'],
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
  readCardSeal: {
    method: 'get',
    path: '/v1/checkout/{reference}/card-seal',
    summary: 'What a card of this session is sealed for',
    description:
      'For the server of the card frame: the keys, and what the frame binds a card to. The frame never takes these from the page around it.',
    caller: 'checkout',
    parameters: byReference,
    status: 200,
    answer: CardSeal,
    refusals: ['not_found', 'session_not_open'],
  },
  createPayment: {
    method: 'post',
    path: '/v1/checkout/{reference}/payments',
    summary: 'Try to pay',
    description:
      'A decline is not an error: the answer is 200 with `payment.status` "failed". With an `Idempotency-Key` the same press is never a second attempt. A card needs one: its envelope is sealed for it.',
    caller: 'checkout',
    idempotencyKey: true,
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
      'payments_unavailable',
      'seal_expired',
      'seal_mismatch',
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
  ...SANDBOX_OPERATIONS,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof OPERATIONS

/** Operations of an environment. */
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

/** Refusals of any call, by kind of caller. */
export const COMMON_REFUSALS: Record<Operation['caller'], readonly ProblemCode[]> = {
  anyone: ['internal_error'],
  // `validation_failed` is for `expand`, which no call takes.
  merchant: [...WITH_KEY, 'validation_failed'],
  checkout: WITH_KEY,
}

/** Refusals of any call with a body. */
export const BODY_REFUSALS = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'validation_failed',
] as const satisfies readonly ProblemCode[]

/** Refusals of any call that honours `Idempotency-Key`. */
export const IDEMPOTENCY_REFUSALS = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies readonly ProblemCode[]

/** Refusals of any call that requires `Idempotency-Key`. */
export const REQUIRED_KEY_REFUSALS = [
  'missing_idempotency_key',
] as const satisfies readonly ProblemCode[]

/** Every refusal of an operation, its own codes first. */
export function refusalsOf(operation: Operation): readonly ProblemCode[] {
  return [
    ...operation.refusals,
    ...(operation.idempotent === true ? IDEMPOTENCY_REFUSALS : []),
    ...(operation.requiresIdempotencyKey === true ? REQUIRED_KEY_REFUSALS : []),
    ...(operation.body === undefined ? [] : BODY_REFUSALS),
    ...COMMON_REFUSALS[operation.caller],
  ]
}
