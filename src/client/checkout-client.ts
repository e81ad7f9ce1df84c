import type { Fetch } from '#contract/fetch.ts'
import type { DisputeEvidence } from '#contract/dispute-evidence.ts'
import type { Dispute, DisputeList, ListDisputes } from '#contract/dispute.ts'
import type { Event, EventList, ListEvents } from '#contract/event.ts'
import type { PaymentList } from '#contract/payment.ts'
import type { ListRefunds, Refund, RefundList } from '#contract/refund.ts'
import type { SimulateSessionInput } from '#contract/sandbox-simulate.ts'
import type { Clock, SetClock } from '#contract/sandbox-clock.ts'
import type { CreateSessionInput, ListSessions, Session, SessionList } from '#contract/session.ts'
import { MERCHANT_OPERATIONS } from '#contract/merchant-operations.ts'
import type { CallLimits, Runtime } from './call.ts'
import { openCall } from './open-call.ts'
import { createSandboxNotifications, type SandboxNotifications } from './sandbox-notifications.ts'
import { paged, type Paged } from './paged.ts'
import type { CheckoutClientOptions } from './options.ts'

export interface IdempotentCall extends CallLimits {
  /**
   * 1 to 255 visible ASCII characters. Default: a random one. Pass your own so that a job that runs again repeats the
   * same call.
   */
  idempotencyKey?: string | undefined
}

/** The default timeout of a change of the clock: moving it by days runs everything that falls due on the way. */
const CLOCK_TIMEOUT_MS = 120_000

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
    /** A page, newest first; `for await (const session of client.sessions.list())` goes through all of them. */
    list(query?: Partial<ListSessions>, options?: CallLimits): Paged<SessionList>
    cancel(
      sessionId: string,
      body?: { reason?: string },
      options?: IdempotentCall,
    ): Promise<Session>
    /**
     * Captures `amount`, in minor units, of a session that is held; default: all that is held. What is left of the hold is
     * released.
     */
    capture(
      sessionId: string,
      body?: { amount?: number; paymentId?: string },
      options?: IdempotentCall,
    ): Promise<Session>
    /** Releases what is held. The session is canceled. */
    void(sessionId: string, body?: { reason?: string }, options?: IdempotentCall): Promise<Session>
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
    /** Every dispute of a session, newest first. */
    disputes(sessionId: string, options?: CallLimits): Promise<DisputeList>
    /** A page, newest first; `for await` goes through all of them. */
    refunds(
      sessionId: string,
      query?: Partial<ListRefunds>,
      options?: CallLimits,
    ): Paged<RefundList>
  }

  readonly refunds: {
    get(refundId: string, options?: CallLimits): Promise<Refund>
  }

  readonly disputes: {
    get(disputeId: string, options?: CallLimits): Promise<Dispute>
    /** A page, newest first; `for await` goes through all of them. */
    list(query?: Partial<ListDisputes>, options?: CallLimits): Paged<DisputeList>
    /** The payment's story, with which a dispute is answered; `format: 'pdf'` for the processor's portal. */
    evidence(
      disputeId: string,
      options: CallLimits & { format: 'pdf' },
    ): Promise<{ contentType: string; bytes: Uint8Array<ArrayBuffer> }>
    evidence(
      disputeId: string,
      options?: CallLimits & { format?: 'json' },
    ): Promise<DisputeEvidence>
  }

  readonly events: {
    get(eventId: string, options?: CallLimits): Promise<Event>
    /** A page, newest first; `for await` goes through all of them. */
    list(query?: Partial<ListEvents>, options?: CallLimits): Paged<EventList>
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

  /** Throws a `TypeError` for invalid options, and in a browser. */
  constructor(
    given: CheckoutClientOptions & { fetch?: Fetch | undefined },
    runtime: Partial<Omit<Runtime, 'fetch'>> = {},
  ) {
    const { call, target, sleep } = openCall(MERCHANT_OPERATIONS, given, runtime)

    this.sessions = {
      create: (body, { idempotencyKey, ...limits } = {}) =>
        call('createSession', { body, idempotencyKey }, limits),
      get: (id, limits) => call('readSession', { parameters: { id } }, limits),
      list: (query, limits) =>
        paged(
          (after) => call('listSessions', { query: { ...query, after } }, limits),
          query?.after,
        ),
      cancel: (id, body, { idempotencyKey, ...limits } = {}) =>
        call('cancelSession', { parameters: { id }, body, idempotencyKey }, limits),
      capture: (id, body, { idempotencyKey, ...limits } = {}) =>
        call('captureSession', { parameters: { id }, body, idempotencyKey }, limits),
      void: (id, body, { idempotencyKey, ...limits } = {}) =>
        call('voidSession', { parameters: { id }, body, idempotencyKey }, limits),
      refund: (id, body, { idempotencyKey, ...limits } = {}) =>
        call('createRefund', { parameters: { id }, body, idempotencyKey }, limits),
      payments: (id, limits) => call('listPayments', { parameters: { id } }, limits),
      disputes: (id, limits) => call('listSessionDisputes', { parameters: { id } }, limits),
      refunds: (id, query, limits) =>
        paged(
          (after) =>
            call('listRefunds', { parameters: { id }, query: { ...query, after } }, limits),
          query?.after,
        ),
    }

    this.refunds = {
      get: (id, limits) => call('readRefund', { parameters: { id } }, limits),
    }

    this.disputes = {
      get: (id, limits) => call('readDispute', { parameters: { id } }, limits),
      evidence: (id: string, options?: CallLimits & { format?: string }) => {
        const { format = 'json', ...limits } = options ?? {}
        // `never`, since the answer's type depends on the format.
        const input = { parameters: { id }, accept: `application/${format}` }
        return call('readDisputeEvidence', input, limits) as Promise<never>
      },
      list: (query, limits) =>
        paged(
          (after) => call('listDisputes', { query: { ...query, after } }, limits),
          query?.after,
        ),
    }

    this.events = {
      get: (id, limits) => call('readEvent', { parameters: { id } }, limits),
      list: (query, limits) =>
        paged((after) => call('listEvents', { query: { ...query, after } }, limits), query?.after),
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
  }
}
