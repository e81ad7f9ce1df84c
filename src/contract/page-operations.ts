import { z } from 'zod'
import {
  CardEncryptionKey,
  CardSeal,
  Checkout,
  CompleteAction,
  CreatePayment,
  ReadCheckout,
} from './checkout.ts'
import { CheckoutChangeList, ListCheckoutChanges } from './checkout-changes.ts'
import { Image, IMAGE_TYPES, ImageName } from './image.ts'
import { PaymentId, Reference } from './ids.ts'
import { byReference, Nothing, type Operation } from './operation.ts'
import { SimulateCheckout } from './sandbox-simulate.ts'

/** Calls of the payment page's backend. No merchant makes them: their client and their document have none. */
export const PAGE_OPERATIONS = {
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
    body: CompleteAction,
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
  simulateCheckout: {
    method: 'post',
    path: '/v1/checkout/{reference}/simulate',
    summary: 'Decide what happens to a session, from its page',
    caller: 'checkout',
    sandboxOnly: true,
    parameters: byReference,
    body: SimulateCheckout,
    status: 200,
    answer: Checkout,
    refusals: [
      'not_found',
      'session_not_open',
      'payment_in_progress',
      'too_many_attempts',
      'already_paid',
      'nothing_authorized',
      'capture_in_progress',
      'void_in_progress',
    ],
  },
} as const satisfies Record<string, Operation>
