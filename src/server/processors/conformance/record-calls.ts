import type { Processor } from '../processor.ts'
import { realTimer, type Timer } from '../time-out-calls.ts'
import { CheckFailed } from './must.ts'
import type { Evidence } from './evidence.ts'

const CALLS = [
  'cardEncryptionKey',
  'createPayment',
  'inquire',
  'cancelPayment',
  'capturePayment',
  'releaseOthers',
  'completeAction',
  'createRefund',
  'inquireRefund',
  'readNotification',
  'listMovements',
  'probe',
] as const

/** How long a call may take in all before it counts as one that never ends. */
export interface Patience {
  ms: number
  timer?: Timer
}

/** Wraps a processor: its answers and errors become evidence, and a call that does not end within `patience` fails its check. */
export function recordCalls(
  processor: Processor,
  evidence: Evidence,
  patience: Patience,
): Processor {
  // A prototype, not a spread: the processor may be a class instance.
  const recorded: Processor = Object.create(processor)
  for (const name of CALLS) {
    const call: unknown = Reflect.get(processor, name)
    if (typeof call !== 'function') continue
    Reflect.set(recorded, name, async (...given: unknown[]) => {
      try {
        const called = (async (): Promise<unknown> => Reflect.apply(call, processor, given))()
        const answer = await within(name, called, patience)
        evidence.answers.push(answer)
        return answer
      } catch (error) {
        if (!(error instanceof CheckFailed)) evidence.errors.push(error)
        throw error
      }
    })
  }
  return recorded
}

async function within<T>(
  name: string,
  called: Promise<T>,
  { ms, timer = realTimer }: Patience,
): Promise<T> {
  const ended = new AbortController()
  const never = timer(ms, ended.signal).then(() => {
    throw new CheckFailed(`${name} had not ended after ${ms} ms`)
  })
  try {
    return await Promise.race([called, never])
  } finally {
    ended.abort()
  }
}
