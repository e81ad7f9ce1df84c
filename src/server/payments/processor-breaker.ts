import type { Logger } from 'pino'
import type { PaymentMethod } from '../../contract/payment.ts'
import {
  CLOSED,
  enter,
  learn,
  waitMsOf,
  type CircuitBreaker,
  type Pass,
  type Result,
} from '../../domain/circuit-breaker.ts'
import { isProcessorSilent } from '../processors/processor.ts'
import type { ServiceMetrics } from '../monitoring/metrics.ts'

export interface AskedFor {
  merchantId: string
  method: PaymentMethod
}

/** Keeps shoppers from a processor that does not answer, until it does again. */
export interface ProcessorBreaker {
  /** How long no attempt is made; 0: now. */
  waitMs(asked: AskedFor): number
  asking(asked: AskedFor): Asking
}

/** One attempt that would like to ask the processor. */
export interface Asking {
  /** How long it has to wait; 0: it may ask. Who may is told so again, as often as they come. */
  enter(): number
  /** Asks, and learns from what comes of it. */
  learnFrom<T>(call: () => Promise<T>): Promise<T>
  /** It will not ask any more; without effect once it has. */
  end(): void
}

/** Of what its merchant has decided: it is no sign of how the processor is. */
export const NO_BREAKER: ProcessorBreaker = {
  waitMs: () => 0,
  asking: () => ({ enter: () => 0, learnFrom: (call) => call(), end() {} }),
}

/**
 * Knows in this process, for each way to pay. In the sandbox for each merchant, too: there silence is asked for by test
 * cards, and is nobody else's.
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
  /** Those that know of a failure. */
  const breakers = new Map<string, CircuitBreaker>()

  function keyOf({ merchantId, method }: AskedFor): string {
    return isPerMerchant ? `${method} ${merchantId}` : method
  }

  function breakerOf(asked: AskedFor): CircuitBreaker {
    return breakers.get(keyOf(asked)) ?? CLOSED
  }

  function become(asked: AskedFor, breaker: CircuitBreaker): void {
    const before = breakerOf(asked)
    if (breaker === CLOSED) breakers.delete(keyOf(asked))
    else breakers.set(keyOf(asked), breaker)
    if (before.state === breaker.state) return
    const told = { method: asked.method, ...(isPerMerchant && { merchantId: asked.merchantId }) }
    if (breaker.state === 'open')
      log.warn({ ...told, waitMs: breaker.waitMs }, 'the processor fails: no attempts for a while')
    if (breaker.state === 'closed') log.info(told, 'the processor answers again')
    metrics.breakersOpen(asked.method, openOf(asked.method))
  }

  function openOf(method: PaymentMethod): number {
    return [...breakers].filter(([key, { state }]) => key.startsWith(method) && state !== 'closed')
      .length
  }

  return {
    waitMs: (asked) => waitMsOf(breakerOf(asked), nowMs()),
    asking(asked) {
      let pass: Pass | undefined
      const report = (result: Result) => {
        if (pass === undefined) return
        become(asked, learn(breakerOf(asked), pass, result, nowMs()))
        pass = undefined
      }
      return {
        enter() {
          if (pass !== undefined) return 0
          const atMs = nowMs()
          const entered = enter(breakerOf(asked), atMs)
          if (entered === undefined) return waitMsOf(breakerOf(asked), atMs)
          become(asked, entered.breaker)
          pass = entered.pass
          return 0
        },
        async learnFrom(call) {
          try {
            const answer = await call()
            report('answered')
            return answer
          } catch (error) {
            const isStaged = isProcessorSilent(error) && error.isStaged
            report(isStaged ? 'not asked' : 'failed')
            throw error
          }
        },
        end: () => report('not asked'),
      }
    },
  }
}
