import type { Fetch } from '#contract/fetch.ts'
import type {
  CardEncryptionKey,
  CardSeal,
  Checkout,
  CreatePaymentInput,
} from '#contract/checkout.ts'
import type { CheckoutChangeList } from '#contract/checkout-changes.ts'
import type { Event, EventList, ListEvents } from '#contract/event.ts'
import type { Image } from '#contract/image.ts'
import type { PaymentList } from '#contract/payment.ts'
import type { ListRefunds, Refund, RefundList } from '#contract/refund.ts'
import type { SimulateInput, SimulateSessionInput } from '#contract/sandbox-simulate.ts'
import type { Clock, SetClock } from '#contract/sandbox-clock.ts'
import type { CreateSessionInput, ListSessions, Session, SessionList } from '#contract/session.ts'
import { type CallLimits, createCall, type Runtime } from './call.ts'
import { createSandboxNotifications, type SandboxNotifications } from './sandbox-notifications.ts'
import {
  type CheckoutClientOptions,
  readOptions,
  refuseBrowser,
  refuseOldPlatform,
} from './options.ts'

export interface IdempotentCall extends CallLimits {
  /**
   * 1 to 255 visible ASCII characters. Default: a random one. Pass your own so that a job that runs again repeats the
   * same call.
   */
  idempotencyKey?: string | undefined
}

/** Options of a long poll. */
export interface WaitForChange extends CallLimits {
  /** Long poll: respond once the version is greater than this one. */
  afterVersion?: number | undefined
  /** How long the API may hold the request open, in seconds; at most 20. */
  waitSeconds?: number | undefined
}

export interface ListChanges extends CallLimits {
  /** The `cursor` of the previous response. */
  after?: string | undefined
  /** How long the API may hold the request open, in seconds; at most 20. */
  waitSeconds?: number | undefined
}

/** The default timeout of a change of the clock: moving it by days runs everything that falls due on the way. */
const CLOCK_TIMEOUT_MS = 120_000

const PLATFORM: Omit<Runtime, 'fetch'> = {
  sleep: (delayMs) => new Promise((resolve) => void setTimeout(resolve, delayMs)),
  random: Math.random,
  newIdempotencyKey: () => crypto.randomUUID(),
}

/**
 * Client of the API for a merchant's backend. Every call throws `CheckoutError` when the API refuses it, and
 * `CheckoutConnectionError` when there is no usable response. Transient failures were retried before that: up to three
 * attempts with exponential backoff and the same idempotency key.
 */
export class CheckoutClient {
  readonly sessions: {
    /** Creates a payment session. Redirect the shopper to its `url`. */
    create(session: CreateSessionInput, options?: IdempotentCall): Promise<Session>
    get(sessionId: string, options?: CallLimits): Promise<Session>
    /** Newest first. Cursor pagination: pass the last id as `after` while `hasMore`. */
    list(query?: Partial<ListSessions>, options?: CallLimits): Promise<SessionList>
    cancel(
      sessionId: string,
      body?: { reason?: string },
      options?: IdempotentCall,
    ): Promise<Session>
    /**
     * Refunds `amount`, in minor units of the session's currency; default: all that was not refunded yet. The payment is
     * `paymentId`; default: the one that succeeded, else the one whose money is owed back.
     */
    refund(
      sessionId: string,
      body?: { paymentId?: string; amount?: number; reason?: string },
      options?: IdempotentCall,
    ): Promise<Refund>
    /** Every payment of a session, newest first. */
    payments(sessionId: string, options?: CallLimits): Promise<PaymentList>
    /** Newest first. Cursor pagination: pass the last id as `after` while `hasMore`. */
    refunds(
      sessionId: string,
      query?: Partial<ListRefunds>,
      options?: CallLimits,
    ): Promise<RefundList>
  }

  readonly refunds: {
    get(refundId: string, options?: CallLimits): Promise<Refund>
  }

  readonly events: {
    get(eventId: string, options?: CallLimits): Promise<Event>
    list(query?: Partial<ListEvents>, options?: CallLimits): Promise<EventList>
    /** Schedules a new delivery of the event: the same `webhook-id`, the same bytes. */
    replay(eventId: string, options?: IdempotentCall): Promise<Event>
  }

  /** Sandbox only: production responds 404. `simulate` and changes of the clock need the scope `sandbox:simulate`. */
  readonly sandbox: {
    /** Applies an outcome to a session. It is complete on return; deliveries of its events may still be under way. */
    simulate(
      sessionId: string,
      outcome: SimulateSessionInput,
      options?: IdempotentCall,
    ): Promise<Session>
    /** The merchant's virtual clock: expiry, retries and schedules of this merchant follow it. */
    clock: {
      read(options?: CallLimits): Promise<Clock>
      /** Stops the clock, now or at `at` (ISO 8601, UTC, not in its past). */
      freeze(options?: IdempotentCall & { at?: string | undefined }): Promise<Clock>
      /** Moves the clock forward and runs, in order, all that falls due. Timeout of one attempt by default: 2 minutes. */
      advance(to: { by: string } | { to: string }, options?: IdempotentCall): Promise<Clock>
      /** Returns to real time. Nothing that happened is undone. */
      resume(options?: IdempotentCall): Promise<Clock>
    }
    notifications: SandboxNotifications
  }

  /** Calls of the payment page's backend. They need a key of kind `checkout`. */
  readonly checkout: {
    /** The processor's public key, with which the page encrypts cards. */
    cardEncryptionKey(options?: CallLimits): Promise<CardEncryptionKey>
    read(reference: string, options?: WaitForChange): Promise<Checkout>
    /** Change feed over all sessions, by the `topics` of their views. */
    changes(options?: ListChanges): Promise<CheckoutChangeList>
    /** What the card frame binds a card of this session to, and the public keys that it encrypts with. */
    cardSeal(reference: string, options?: CallLimits): Promise<CardSeal>
    /** Creates a payment. The same idempotency key is the same payment. A decline is a result, not an error. */
    pay(reference: string, payment: CreatePaymentInput, options?: IdempotentCall): Promise<Checkout>
    completeAction(reference: string, paymentId: string, options?: CallLimits): Promise<Checkout>
    cancel(reference: string, options?: CallLimits): Promise<Checkout>
    /** Applies an outcome to the session. Sandbox only. */
    simulate(reference: string, outcome: SimulateInput, options?: CallLimits): Promise<Checkout>
    /** The image `logo`, or that of a line item by its index from 0. */
    image(reference: string, name: string, options?: CallLimits): Promise<Image>
  }

  /** Throws a `TypeError` for invalid options, and in a browser. */
  constructor(
    given: CheckoutClientOptions & { fetch?: Fetch | undefined },
    runtime: Partial<Omit<Runtime, 'fetch'>> = {},
  ) {
    refuseBrowser(globalThis.window)
    refuseOldPlatform(given)
    const { fetch, ...options } = given
    const { newIdempotencyKey, sleep } = { ...PLATFORM, ...runtime }
    const target = readOptions(options)
    const call = createCall(target, {
      fetch: fetch ?? globalThis.fetch,
      ...PLATFORM,
      ...runtime,
    })

    this.sessions = {
      create: (body, { idempotencyKey, ...limits } = {}) =>
        call('createSession', { body, idempotencyKey }, limits),
      get: (id, limits) => call('readSession', { parameters: { id } }, limits),
      list: (query, limits) => call('listSessions', { query: { ...query } }, limits),
      cancel: (id, body, { idempotencyKey, ...limits } = {}) =>
        call('cancelSession', { parameters: { id }, body, idempotencyKey }, limits),
      refund: (id, body, { idempotencyKey, ...limits } = {}) =>
        call('createRefund', { parameters: { id }, body, idempotencyKey }, limits),
      payments: (id, limits) => call('listPayments', { parameters: { id } }, limits),
      refunds: (id, query, limits) =>
        call('listRefunds', { parameters: { id }, query: { ...query } }, limits),
    }

    this.refunds = {
      get: (id, limits) => call('readRefund', { parameters: { id } }, limits),
    }

    this.events = {
      get: (id, limits) => call('readEvent', { parameters: { id } }, limits),
      list: (query, limits) => call('listEvents', { query: { ...query } }, limits),
      replay: (id, { idempotencyKey, ...limits } = {}) =>
        call('replayEvent', { parameters: { id }, idempotencyKey }, limits),
    }

    const setClock = (body: SetClock, { idempotencyKey, ...limits }: IdempotentCall = {}) =>
      call(
        'setClock',
        { body, idempotencyKey },
        { ...limits, timeoutMs: limits.timeoutMs ?? Math.max(target.timeoutMs, CLOCK_TIMEOUT_MS) },
      )
    this.sandbox = {
      simulate: (id, body, { idempotencyKey, ...limits } = {}) =>
        call('simulateSession', { parameters: { id }, body, idempotencyKey }, limits),
      clock: {
        read: (limits) => call('readClock', {}, limits),
        freeze: ({ at, ...options } = {}) => setClock({ action: 'freeze', at }, options),
        advance: (to, options) => setClock({ action: 'advance', ...to }, options),
        resume: (options) => setClock({ action: 'resume' }, options),
      },
      notifications: createSandboxNotifications(call, { sleep, timeoutMs: target.timeoutMs }),
    }

    const waitingMs = ({ timeoutMs = target.timeoutMs }: CallLimits, waitSeconds = 0) =>
      timeoutMs + waitSeconds * 1000
    this.checkout = {
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
      completeAction: (reference, id, limits) =>
        call('completeAction', { parameters: { reference, id } }, limits),
      cancel: (reference, limits) => call('cancelCheckout', { parameters: { reference } }, limits),
      simulate: (reference, body, limits) =>
        call('simulateCheckout', { parameters: { reference }, body }, limits),
      image: (reference, name, limits) =>
        call('readImage', { parameters: { reference, name } }, limits),
    }
  }
}
