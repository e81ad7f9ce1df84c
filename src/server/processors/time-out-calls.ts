import type { CardEncryptionKey } from '#contract/checkout.ts'
import { hasNoAnswer, ProcessorSilent, type Processor } from './processor.ts'

/** More than the time-out that modules are given. */
export const PROCESSOR_TIMEOUT_MAX_MS = 12_000

/** Resolves after a time, or never once the signal is aborted. */
export type Timer = (ms: number, signal: AbortSignal) => Promise<void>

export const realTimer: Timer = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })

/**
 * Ends every call of a processor's module after `timeoutMs` with `ProcessorSilent`, in case the module does not keep its
 * own time-out. The abandoned call goes on by itself; its result is ignored.
 */
export function timeOutCalls(
  processor: Processor,
  { timeoutMs, timer = realTimer }: { timeoutMs: number; timer?: Timer | undefined },
): Processor {
  async function within<T>(what: string, call: () => Promise<T>): Promise<T> {
    const ended = new AbortController()
    try {
      const silence = timer(timeoutMs, ended.signal).then(() => {
        throw new ProcessorSilent(`${what} of ${processor.name} did not end within ${timeoutMs} ms`)
      })
      return await Promise.race([call(), silence])
    } finally {
      ended.abort()
    }
  }

  const bounded: Partial<Processor> = {
    name: processor.name,
    cardEncryptionKey: () => within('cardEncryptionKey', () => readKey(processor)),
    createPayment: (payment) => within('createPayment', () => processor.createPayment(payment)),
    inquire: (id, known) => within('inquire', () => processor.inquire(id, known)),
    cancelPayment: (id, known) => within('cancelPayment', () => processor.cancelPayment(id, known)),
    createRefund: (refund, payment) =>
      within('createRefund', () => processor.createRefund(refund, payment)),
    inquireRefund: (id, known) => within('inquireRefund', () => processor.inquireRefund(id, known)),
    readNotification: (rawBody, headers, arrival) =>
      within('readNotification', () => processor.readNotification(rawBody, headers, arrival)),
  }
  const list = processor.listMovements?.bind(processor)
  if (list !== undefined)
    bounded.listMovements = (range) => within('listMovements', () => list(range))
  const capture = processor.capturePayment?.bind(processor)
  if (capture !== undefined)
    bounded.capturePayment = (request, known) =>
      within('capturePayment', () => capture(request, known))
  const release = processor.releaseOthers?.bind(processor)
  if (release !== undefined)
    bounded.releaseOthers = (known) => within('releaseOthers', () => release(known))
  const complete = processor.completeAction?.bind(processor)
  if (complete !== undefined)
    bounded.completeAction = (known, returned) =>
      within('completeAction', () => complete(known, returned))
  const probe = processor.probe?.bind(processor)
  if (probe !== undefined) bounded.probe = () => within('probe', () => probe())
  if (processor.sandbox !== undefined) bounded.sandbox = processor.sandbox
  // A prototype, not a spread: the processor may be a class instance.
  return Object.assign(Object.create(processor) as Processor, bounded)
}

/** Reads the card encryption key. Any error of the module counts as no answer, since nothing but a key is read. */
async function readKey(processor: Processor): Promise<CardEncryptionKey> {
  try {
    return await processor.cardEncryptionKey()
  } catch (cause) {
    if (hasNoAnswer(cause)) throw cause
    throw new ProcessorSilent(`the module of ${processor.name} gave no card key`, { cause })
  }
}
