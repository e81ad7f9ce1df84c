import type { Logger } from 'pino'
import type { PaymentMethod } from '#contract/payment.ts'
import { fraction } from '#domain/fraction.ts'
import type { RandomBytes } from '#domain/id.ts'
import {
  CLOSED,
  acquire,
  probing,
  record,
  waitMsOf,
  type CircuitBreaker,
  type Permit,
  type Result,
  type Visitor,
} from '#domain/circuit-breaker.ts'
import {
  hasNoAnswer,
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
} from '../../processors/processor.ts'
import type { ServiceMetrics } from '../../monitoring/metrics.ts'

export interface BreakerTarget {
  merchantId: string
  method: PaymentMethod
}

/** One payment's call: of a session and a shopper's network, each of whose failures count once. */
interface PermitTarget extends BreakerTarget, Pick<Visitor, 'sessionId' | 'network'> {}

/** Circuit breaker: while the processor does not answer, new payments are refused at once. */
export interface ProcessorBreaker {
  /** Time until a payment may be attempted; 0: now. */
  waitMs(target: PermitTarget): number
  permit(target: PermitTarget): BreakerPermit
}

/** The permit of one payment to call the processor. */
export interface BreakerPermit {
  /** Returns 0 when acquired, else the time to wait, in milliseconds. Idempotent once acquired. */
  acquire(): number
  /** Calls the processor and reports the result to the breaker. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Gives an unused permit back; no effect after `run`. */
  release(): void
}

/** For simulated outcomes: they say nothing about the processor's health. */
export const NO_BREAKER: ProcessorBreaker = {
  waitMs: () => 0,
  permit: () => ({ acquire: () => 0, run: (call) => call(), release() {} }),
}

/** Runs something later. */
export type After = (ms: number, run: () => void) => void

/** Does not keep the process alive. */
const afterRealTime: After = (ms, run) => void setTimeout(run, ms).unref()

/** A probe waits up to this part longer, so that processes that opened together do not probe together. */
const JITTER_RATIO = 0.2

/**
 * Breakers are per process and payment method. In the sandbox also per merchant: there test cards cause failures, which
 * must not affect other merchants. An open breaker is probed by the module's `probe`, again and again until it is answered;
 * without one, by the next payment from a network whose calls have not failed.
 */
export function createProcessorBreaker({
  isPerMerchant,
  probeOf,
  nowMs,
  after = afterRealTime,
  random,
  log,
  metrics,
}: {
  isPerMerchant: boolean
  /** The probe of the module that makes this method's payments. */
  probeOf: (method: PaymentMethod) => (() => Promise<void>) | undefined
  /** Monotonic. */
  nowMs: () => number
  after?: After | undefined
  random: RandomBytes
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  metrics: Pick<ServiceMetrics, 'breakersOpen'>
}): ProcessorBreaker {
  /** Breakers that are not in the state `CLOSED`. */
  const breakers = new Map<string, CircuitBreaker>()

  function keyOf({ merchantId, method }: BreakerTarget): string {
    return isPerMerchant ? `${method} ${merchantId}` : method
  }

  function breakerOf(target: BreakerTarget): CircuitBreaker {
    return breakers.get(keyOf(target)) ?? CLOSED
  }

  function transition(target: BreakerTarget, breaker: CircuitBreaker): void {
    const before = breakerOf(target)
    if (breaker === CLOSED) breakers.delete(keyOf(target))
    else breakers.set(keyOf(target), breaker)
    if (before.state === breaker.state) return
    const fields = {
      method: target.method,
      ...(isPerMerchant && { merchantId: target.merchantId }),
    }
    if (breaker.state === 'open')
      log.warn(
        { ...fields, waitMs: breaker.waitMs },
        'the processor fails: no attempts for a while',
      )
    if (breaker.state === 'closed') log.info(fields, 'the processor answers again')
    metrics.breakersOpen(target.method, openOf(target.method))
    const probe = probeOf(target.method)
    if (breaker.state === 'open' && probe !== undefined)
      after(breaker.waitMs * (1 + JITTER_RATIO * fraction(random)), () => void run(probe, target))
  }

  async function run(probe: () => Promise<void>, target: BreakerTarget): Promise<void> {
    transition(target, probing(breakerOf(target)))
    const result = await resultOfProbe(probe)
    transition(target, record(breakerOf(target), 'probe', result, nowMs()))
  }

  async function resultOfProbe(probe: () => Promise<void>): Promise<Result> {
    try {
      await probe()
      return 'answered'
    } catch (error) {
      const result = resultOf(error)
      if (result !== 'not asked') return result
      // A defect of the probe must not keep shoppers from paying: their payments judge the processor.
      log.error({ err: error }, "the probe of the processor's module failed")
      return 'answered'
    }
  }

  function visitorOf({ method, sessionId, network }: PermitTarget): Visitor {
    return { sessionId, network, mayProbe: probeOf(method) === undefined }
  }

  function openOf(method: PaymentMethod): number {
    return [...breakers].filter(([key, { state }]) => key.startsWith(method) && state !== 'closed')
      .length
  }

  return {
    waitMs: (target) => waitMsOf(breakerOf(target), nowMs(), visitorOf(target)),
    permit(target) {
      const visitor = visitorOf(target)
      let permit: Permit | undefined
      const report = (result: Result) => {
        if (permit === undefined) return
        transition(target, record(breakerOf(target), permit, result, nowMs(), visitor))
        permit = undefined
      }
      return {
        acquire() {
          if (permit !== undefined) return 0
          const atMs = nowMs()
          const acquired = acquire(breakerOf(target), atMs, visitor)
          if (acquired === undefined) return waitMsOf(breakerOf(target), atMs, visitor)
          transition(target, acquired.breaker)
          permit = acquired.permit
          return 0
        },
        async run(call) {
          try {
            const answer = await call()
            report('answered')
            return answer
          } catch (error) {
            report(resultOf(error))
            throw error
          }
        },
        release: () => report('not asked'),
      }
    },
  }
}

/** Only silence is a failure. An error of the processor's module says nothing about the processor. */
function resultOf(error: unknown): Result {
  // A module's own copy of the class may lack `hasAnswered`.
  if (hasNoAnswer(error) && error.hasAnswered) return 'answered'
  if (isProcessorSilent(error)) return error.isStaged ? 'not asked' : 'failed'
  if (isProcessorNotAsked(error)) return 'failed'
  return isProcessorRefused(error) ? 'answered' : 'not asked'
}
