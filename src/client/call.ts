import type { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import { readAnswer, type ReceivedAnswer } from './answer.ts'
import { CheckoutConnectionError } from './errors.ts'
import { buildRequest, type CallInput } from './request.ts'
import { retryDelayMs } from './retry.ts'

/** Sends a request. The global `fetch` is one, and so is the handler of an API in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>

/** What the outside world gives the client; a test gives its own. */
export interface Runtime {
  fetch: Fetch
  sleep: (delayMs: number) => Promise<void>
  random: () => number
  newIdempotencyKey: () => string
}

export interface CallTarget {
  baseUrl: string
  apiKey: string
  timeoutMs: number
}

export interface CallLimits {
  /** How long one try may take. Default: that of the client. */
  timeoutMs?: number | undefined
  /** Gives the call up; it then throws the signal's reason. */
  signal?: AbortSignal | undefined
}

/** @internal */
type AnswerOf<Id extends OperationId> = z.output<(typeof OPERATIONS)[Id]['answer']>

/** @internal */
export type Call = <Id extends OperationId>(
  operationId: Id,
  input?: CallInput,
  limits?: CallLimits,
) => Promise<AnswerOf<Id>>

/**
 * Makes calls of the API: each try has a time-out, and what may pass by itself is tried again with the same
 * idempotency key, so that a repetition never does a thing twice.
 * @internal
 */
export function createCall(target: CallTarget, runtime: Runtime): Call {
  return async (operationId, input = {}, limits = {}) => {
    const operation: Operation = OPERATIONS[operationId]
    const keyed =
      operation.idempotent === true && input.idempotencyKey === undefined
        ? { ...input, idempotencyKey: runtime.newIdempotencyKey() }
        : input
    const timeoutMs = limits.timeoutMs ?? target.timeoutMs

    for (let retries = 0; ; retries++) {
      try {
        return await withTimeout(timeoutMs, limits.signal, async (signal) => {
          const request = buildRequest(operation, keyed, { ...target, signal })
          const received = await send(runtime.fetch, request, signal)
          return readAnswer(operation, received) as AnswerOf<typeof operationId>
        })
      } catch (failure) {
        const delayMs = retryDelayMs(failure, retries, runtime.random)
        if (delayMs === null) throw failure
        await untilAborted(runtime.sleep(delayMs), limits.signal)
      }
    }
  }
}

async function send(fetch: Fetch, request: Request, signal: AbortSignal): Promise<ReceivedAnswer> {
  try {
    const response = await fetch(request)
    const { status, headers } = response
    return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch (cause) {
    signal.throwIfAborted()
    const { origin } = new URL(request.url)
    throw new CheckoutConnectionError('unreachable', `No answer from ${origin}.`, { cause })
  }
}

/** Settles in time even when `work` ignores its signal, as a handler in the same process does. */
async function withTimeout<T>(
  timeoutMs: number,
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  given?.throwIfAborted()
  const timeOut = new AbortController()
  const timer = setTimeout(() => {
    timeOut.abort(new CheckoutConnectionError('time_out', `No answer within ${timeoutMs} ms.`))
  }, timeoutMs)
  const signal = given === undefined ? timeOut.signal : AbortSignal.any([given, timeOut.signal])
  try {
    return await untilAborted(work(signal), signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Settles with the work, or rejects with the reason of the signal, whichever is first. Nothing stays at the signal: one
 * that outlives many calls would keep something of each.
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return work
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
