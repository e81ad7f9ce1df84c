import type { CardEncryptionKey, Checkout, CreatePaymentInput } from '../contract/checkout.ts'
import type { CheckoutChangeList } from '../contract/checkout-changes.ts'
import type { Event, EventList, ListEvents } from '../contract/event.ts'
import type { Image } from '../contract/image.ts'
import type { Refund } from '../contract/refund.ts'
import type { SimulateInput } from '../contract/sandbox-simulate.ts'
import type { Clock, SetClock } from '../contract/sandbox-clock.ts'
import type { CreateSessionInput, ListSessions, Session, SessionList } from '../contract/session.ts'
import { type CallLimits, createCall, type Fetch, type Runtime } from './call.ts'
import { createSandboxNotifications, type SandboxNotifications } from './sandbox-notifications.ts'
import { type CheckoutClientOptions, readOptions, refuseBrowser } from './options.ts'
import { createViewerCalls, type ViewerCalls } from './viewer-calls.ts'

export interface IdempotentCall extends CallLimits {
  /** 1 to 255 visible ASCII characters. Default: a new one; give your own so that a repeated job is the same call. */
  idempotencyKey?: string | undefined
}

export interface WaitForChange extends CallLimits {
  /** Answer once the version is greater than this one. */
  afterVersion?: number | undefined
  /** At most 20. */
  waitSeconds?: number | undefined
}

export interface ListChanges extends CallLimits {
  /** The `cursor` of the answer before. */
  after?: string | undefined
  /** At most 20. */
  waitSeconds?: number | undefined
}

/** Of a call that does all that falls due in days. */
const CLOCK_TIMEOUT_MS = 120_000

const PLATFORM: Omit<Runtime, 'fetch'> = {
  sleep: (delayMs) => new Promise((resolve) => void setTimeout(resolve, delayMs)),
  random: Math.random,
  newIdempotencyKey: () => crypto.randomUUID(),
}

/**
 * The API from a merchant's backend. Every call throws `CheckoutError` for a refusal and `CheckoutConnectionError` when
 * there is no usable answer; what may pass by itself was then already tried three times with the same idempotency key.
 */
export class CheckoutClient {
  readonly sessions: {
    /** Send the shopper to the `url` of the answer. */
    create(session: CreateSessionInput, options?: IdempotentCall): Promise<Session>
    get(sessionId: string, options?: CallLimits): Promise<Session>
    /** Newest first. The next page is `after` the last id of this one, while `hasMore`. */
    list(query?: Partial<ListSessions>, options?: CallLimits): Promise<SessionList>
    cancel(
      sessionId: string,
      body?: { reason?: string },
      options?: IdempotentCall,
    ): Promise<Session>
    /** Everything that is left of the payment, or `amount` in minor units. */
    refund(
      sessionId: string,
      body?: { amount?: number; reason?: string },
      options?: IdempotentCall,
    ): Promise<Refund>
  }

  readonly events: {
    get(eventId: string, options?: CallLimits): Promise<Event>
    list(query?: Partial<ListEvents>, options?: CallLimits): Promise<EventList>
    /** Sends the notification again: the same `webhook-id`, the same bytes. */
    replay(eventId: string, options?: IdempotentCall): Promise<Event>
  }

  /** What only the sandbox has; production answers 404. To decide and to move time needs the scope `sandbox:simulate`. */
  readonly sandbox: {
    /** Decides what happens to a session. When it answers, all of it has happened, and notifications are on their way. */
    simulate(sessionId: string, outcome: SimulateInput, options?: IdempotentCall): Promise<Session>
    /** The merchant's time: all that the sandbox does of this merchant by time obeys it. */
    clock: {
      read(options?: CallLimits): Promise<Clock>
      /** Stops it, now or at a later time. */
      freeze(options?: IdempotentCall & { at?: string | undefined }): Promise<Clock>
      /** Moves it on, and does on the way, in order, all that falls due. Default for one try: 2 minutes. */
      advance(to: { by: string } | { to: string }, options?: IdempotentCall): Promise<Clock>
      /** Back to real time. What happened is not undone. */
      resume(options?: IdempotentCall): Promise<Clock>
    }
    notifications: SandboxNotifications
  }

  /** The calls of the payment page's backend; they need a key of kind `checkout`. */
  readonly checkout: {
    /** The processor's public key, to which cards are encrypted. */
    cardEncryptionKey(options?: CallLimits): Promise<CardEncryptionKey>
    read(reference: string, options?: WaitForChange): Promise<Checkout>
    /** Which sessions changed, of all of them, by the `topics` of their views. */
    changes(options?: ListChanges): Promise<CheckoutChangeList>
    /** One key per press of the button: the same key is the same attempt. A decline is an answer, not an error. */
    pay(reference: string, payment: CreatePaymentInput, options?: IdempotentCall): Promise<Checkout>
    completeAction(reference: string, paymentId: string, options?: CallLimits): Promise<Checkout>
    cancel(reference: string, options?: CallLimits): Promise<Checkout>
    /** Decides what happens to the session, in the sandbox. */
    simulate(reference: string, outcome: SimulateInput, options?: CallLimits): Promise<Checkout>
    /** The picture `logo`, or that of a line by its place, counted from 0. */
    image(reference: string, name: string, options?: CallLimits): Promise<Image>
  }

  readonly viewers: ViewerCalls

  /** Throws a `TypeError` for options that cannot work, and in a browser. */
  constructor(
    { fetch, ...options }: CheckoutClientOptions & { fetch?: Fetch | undefined },
    runtime: Partial<Omit<Runtime, 'fetch'>> = {},
  ) {
    refuseBrowser(globalThis.window)
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

    this.viewers = createViewerCalls(call)
  }
}
