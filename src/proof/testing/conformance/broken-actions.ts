import type { HoldingProcessor } from '#sandbox/simulator/simulated-processor.ts'
import {
  ProcessorRefused,
  type Processor,
  type ProcessorOutcome,
} from '#server/processors/processor.ts'
import { orElse, type Broken } from './broken-holds.ts'

const FAILED: ProcessorOutcome = { status: 'failed', declineCode: 'authentication_failed' }

/** What the browser brings back from a challenge that the shopper has passed. */
export function returnedFrom(paymentId: string): Readonly<Record<string, string>> {
  return { result: `passed-${paymentId}` }
}

/** The simulator's module, as if the simulator decided a challenge by what the browser brings back. */
export function completing(module: HoldingProcessor): Required<Pick<Processor, 'completeAction'>> {
  return {
    async completeAction({ paymentId }, { result }) {
      if (result !== returnedFrom(paymentId)['result']) throw new ProcessorRefused('no such result')
      await module.sandbox?.simulate(paymentId, { type: 'pay' })
      const found = await module.inquire(paymentId)
      return found.status === 'not_found' || found.status === 'not_known_yet' ? FAILED : found
    },
  }
}

/** Faults in a module that takes what a challenge brings back. */
export const BROKEN_ACTIONS: Broken[] = [
  [
    'calls a payment failed whose result was used before',
    'action.twice',
    /given again, it was answered with \{"status":"failed"/,
    (module, memory) => ({
      async completeAction(known, returned) {
        const outcome = await completing(module).completeAction(known, returned)
        if (memory.has(known.paymentId)) return FAILED
        memory.add(known.paymentId)
        return outcome
      },
    }),
  ],
  [
    'calls a payment failed whose answer is lost',
    'action.lost',
    /no answer to request 1 the payment was called failed/,
    (module) => ({
      completeAction: (known, returned) =>
        orElse(completing(module).completeAction(known, returned), FAILED),
    }),
  ],
  [
    'calls a result refused whose answer is lost',
    'action.lost',
    /without an answer to request 1, threw ProcessorRefused/,
    (module) => ({
      async completeAction(known, returned) {
        const answer = completing(module).completeAction(known, returned)
        const outcome = await orElse<ProcessorOutcome | undefined>(answer, undefined)
        if (outcome === undefined) throw new ProcessorRefused('not taken')
        return outcome
      },
    }),
  ],
  [
    'remembers what it was given, and gives it once',
    'action.lost',
    /given again after request 1, it was answered with \{"status":"requires_action"/,
    (module, memory) => ({
      async completeAction(known, returned) {
        const { paymentId } = known
        if (memory.has(paymentId)) {
          const found = await module.inquire(paymentId)
          return found.status === 'requires_action' ? found : FAILED
        }
        memory.add(paymentId)
        return completing(module).completeAction(known, returned)
      },
    }),
  ],
]
