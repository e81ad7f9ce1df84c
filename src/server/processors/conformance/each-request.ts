import { hasNoAnswer } from '../processor.ts'
import type { Bench, Made } from './bench.ts'
import { CheckFailed, CheckSkipped, must, show, skip } from './must.ts'
import type { Fault } from './network.ts'
import type { ConformanceContext } from './driver.ts'

/** What became of a call. */
export type Ended<T> = { answer: T } | { error: unknown }

export async function attempt<T>(call: () => Promise<T>): Promise<Ended<T>> {
  try {
    return { answer: await call() }
  } catch (error) {
    if (error instanceof CheckFailed || error instanceof CheckSkipped) throw error
    return { error }
  }
}

/** Asserts that a call that threw has thrown `ProcessorSilent` or `ProcessorNotAsked`. */
export function mustHaveNoAnswer(what: string, ended: Ended<unknown>): void {
  if ('answer' in ended) return
  must(
    hasNoAnswer(ended.error),
    `${what} threw ${show(ended.error)}, and neither ProcessorSilent nor ProcessorNotAsked`,
  )
}

interface Play<T> {
  /** Makes the payment that the call is about. */
  prepare: (bench: Bench) => Promise<Made>
  call: (bench: Bench, made: Made) => Promise<T>
  judge(bench: Bench, made: Made, ended: Ended<T>, request: number): Promise<void>
  context?: Partial<ConformanceContext>
}

/** More requests than any call needs. */
const REQUESTS_MAX = 20

/**
 * Lets a fault happen to the first request of a call, then to the second, and so on; each time for another payment, and
 * with a module that has nothing in memory, such as a token.
 */
export async function eachRequest<T>(bench: Bench, fault: Fault, play: Play<T>): Promise<void> {
  const count = await countRequests(bench, play)
  for (let request = 1; request <= count; request += 1) {
    const before = await bench.again()
    const made = await play.prepare(before)
    const within = await bench.again(play.context)
    within.network.begin({ at: request, fault })
    const ended = await attempt(() => play.call(within, made))
    within.network.begin()
    await play.judge(within, made, ended, request)
  }
}

async function countRequests<T>(bench: Bench, { prepare, call }: Play<T>): Promise<number> {
  const made = await prepare(await bench.again())
  const healthy = await bench.again()
  healthy.network.begin()
  await call(healthy, made)
  const count = healthy.network.count()
  if (count === 0)
    skip(
      'not judged: the module sends nothing by `context.fetch`, so the kit cannot lose its answers',
    )
  must(count <= REQUESTS_MAX, `one call sent ${count} requests`)
  return count
}
