import type { Logger } from 'pino'
import type { PaymentMethod } from '#contract/payment.ts'
import {
  CLOSED,
  acquire,
  record,
  waitMsOf,
  type CircuitBreaker,
  type Permit,
  type Result,
} from '#domain/circuit-breaker.ts'
import {
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
} from '../../processors/processor.ts'
import type { ServiceMetrics } from '../../monitoring/metrics.ts'

export interface BreakerTarget {
  merchantId: string
  method: PaymentMethod
}

/** One payment's call: of a session, whose failures count once. */
interface PermitTarget extends BreakerTarget {
  sessionId: string
}

/** Circuit breaker: while the processor does not answer, new payments fail at once. */
export interface ProcessorBreaker {
  /** Time until a payment may be attempted; 0: now. */
  waitMs(target: BreakerTarget): number
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

/**
 * Breakers are per process and payment method. In the sandbox also per merchant: there test cards cause failures, which
 * must not affect other merchants.
 */
export function createProcessorBreaker({
  isPerMerchant,
  nowMs,
  log,
  metrics,
}: {
  isPerMerchant: boolean
  /** Monotonic. */
  nowMs: () => number
  log: Pick<Logger, 'info' | 'warn'>
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
  }

  function openOf(method: PaymentMethod): number {
    return [...breakers].filter(([key, { state }]) => key.startsWith(method) && state !== 'closed')
      .length
  }

  return {
    waitMs: (target) => waitMsOf(breakerOf(target), nowMs()),
    permit(target) {
      let permit: Permit | undefined
      const report = (result: Result) => {
        if (permit === undefined) return
        transition(target, record(breakerOf(target), permit, result, nowMs(), target.sessionId))
        permit = undefined
      }
      return {
        acquire() {
          if (permit !== undefined) return 0
          const atMs = nowMs()
          const acquired = acquire(breakerOf(target), atMs)
          if (acquired === undefined) return waitMsOf(breakerOf(target), atMs)
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
  if (isProcessorSilent(error) && error.hasAnswered) return 'answered'
  if (isProcessorSilent(error)) return error.isStaged ? 'not asked' : 'failed'
  if (isProcessorNotAsked(error)) return 'failed'
  return isProcessorRefused(error) ? 'answered' : 'not asked'
}
