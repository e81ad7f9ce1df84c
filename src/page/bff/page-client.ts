import type { CallLimits, Runtime } from '#client/call.ts'
import type { IdempotentCall } from '#client/checkout-client.ts'
import { openCall } from '#client/open-call.ts'
import type { CheckoutClientOptions } from '#client/options.ts'
import type {
  CardEncryptionKey,
  CardSeal,
  Checkout,
  CreatePaymentInput,
  Returned,
} from '#contract/checkout.ts'
import type { CheckoutChangeList } from '#contract/checkout-changes.ts'
import type { Fetch } from '#contract/fetch.ts'
import type { Image } from '#contract/image.ts'
import { PAGE_OPERATIONS } from '#contract/page-operations.ts'
import type { SimulateCheckoutInput } from '#contract/sandbox-simulate.ts'

/** Options of a long poll. */
interface WaitForChange extends CallLimits {
  /** Long poll: respond once the version is greater than this one. */
  afterVersion?: number | undefined
  /** How long the API may hold the request open, in seconds; at most 20. */
  waitSeconds?: number | undefined
}

interface ListChanges extends CallLimits {
  /** The `cursor` of the previous response. */
  after?: string | undefined
  /** How long the API may hold the request open, in seconds; at most 20. */
  waitSeconds?: number | undefined
}

/** The calls of the page's backend. They need a key of kind `checkout`. */
export interface PageClient {
  checkout: {
    /** The processor's public key, with which the page encrypts cards. */
    cardEncryptionKey(options?: CallLimits): Promise<CardEncryptionKey>
    read(reference: string, options?: WaitForChange): Promise<Checkout>
    /** Change feed over all sessions, by the `topics` of their views. */
    changes(options?: ListChanges): Promise<CheckoutChangeList>
    /** What the card frame binds a card of this session to, and the public keys that it encrypts with. */
    cardSeal(reference: string, options?: CallLimits): Promise<CardSeal>
    /** Creates a payment. The same idempotency key is the same payment. A decline is a result, not an error. */
    pay(reference: string, payment: CreatePaymentInput, options?: IdempotentCall): Promise<Checkout>
    /** Takes in the result of a challenge, with what its return brought. */
    completeAction(
      reference: string,
      paymentId: string,
      options?: CallLimits & { returned?: Returned | undefined },
    ): Promise<Checkout>
    cancel(reference: string, options?: CallLimits): Promise<Checkout>
    /** Applies an outcome to the session. Sandbox only. */
    simulate(
      reference: string,
      outcome: SimulateCheckoutInput,
      options?: CallLimits,
    ): Promise<Checkout>
    /** The image `logo`, or that of a line item by its index from 0. */
    image(reference: string, name: string, options?: CallLimits): Promise<Image>
  }
}

/** Retries and times out as the client of merchants does. */
export function createPageClient(
  given: CheckoutClientOptions & { fetch?: Fetch | undefined },
  runtime: Partial<Omit<Runtime, 'fetch'>> = {},
): PageClient {
  const { call, target, newIdempotencyKey } = openCall(PAGE_OPERATIONS, given, runtime)
  const waitingMs = ({ timeoutMs = target.timeoutMs }: CallLimits, waitSeconds = 0) =>
    timeoutMs + waitSeconds * 1000
  return {
    checkout: {
      cardEncryptionKey: (limits) => call('readCardEncryptionKey', {}, limits),
      read: (reference, { afterVersion, waitSeconds, ...limits } = {}) =>
        call(
          'readCheckout',
          { parameters: { reference }, query: { afterVersion, waitSeconds } },
          { ...limits, timeoutMs: waitingMs(limits, waitSeconds) },
        ),
      changes: ({ after, waitSeconds, ...limits } = {}) =>
        call(
          'listCheckoutChanges',
          { query: { after, waitSeconds } },
          { ...limits, timeoutMs: waitingMs(limits, waitSeconds) },
        ),
      cardSeal: (reference, limits) => call('readCardSeal', { parameters: { reference } }, limits),
      pay: (reference, body, { idempotencyKey = newIdempotencyKey(), ...limits } = {}) =>
        call('createPayment', { parameters: { reference }, body, idempotencyKey }, limits),
      completeAction: (reference, id, { returned, ...limits } = {}) =>
        call('completeAction', { parameters: { reference, id }, body: { returned } }, limits),
      cancel: (reference, limits) => call('cancelCheckout', { parameters: { reference } }, limits),
      simulate: (reference, body, limits) =>
        call('simulateCheckout', { parameters: { reference }, body }, limits),
      image: (reference, name, limits) =>
        call('readImage', { parameters: { reference, name } }, limits),
    },
  }
}
