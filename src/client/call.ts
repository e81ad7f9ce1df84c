import type { Fetch } from '#contract/fetch.ts'
import type { z } from 'zod'
import type { Operation } from '#contract/operation.ts'
import { readAnswer, type ReceivedAnswer } from './answer.ts'
import { describeCause } from './cause.ts'
import { CheckoutConnectionError } from './errors.ts'
import { buildRequest, type CallInput } from './request.ts'
import { retryDelayMs } from './retry.ts'

/** Network, time and randomness; tests inject their own. `random` is in [0, 1). */
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
  /** Timeout of one attempt, in milliseconds. Default: the client's. */
  timeoutMs?: number | undefined
  /** Aborts the call, retries included; it then throws the signal's reason. */
  signal?: AbortSignal | undefined
}

/** @internal */
export type OperationTable<Operations> = { readonly [Id in keyof Operations]: Operation }

/** @internal */
export type Call<Operations extends OperationTable<Operations>> = <
  Id extends keyof Operations & string,
>(
  operationId: Id,
  input?: CallInput,
  limits?: CallLimits,
) => Promise<z.output<Operations[Id]['answer']>>

/**
 * Calls an operation of the table. Each attempt has a timeout; transient failures are retried with backoff and the same
 * idempotency key, so that a retry never takes effect twice.
 * @internal
 */
export function createCall<Operations extends OperationTable<Operations>>(
  operations: Operations,
  target: CallTarget,
  runtime: Runtime,
): Call<Operations> {
  return async <Id extends keyof Operations & string>(
    operationId: Id,
    input: CallInput = {},
    limits: CallLimits = {},
  ) => {
    const operation: Operation = operations[operationId]
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
          return readAnswer(operation, received) as z.output<Operations[Id]['answer']>
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
    const words = describeCause(cause)
    const why = words === '' ? '' : `: ${words}`
    throw new CheckoutConnectionError('unreachable', `No answer from ${origin}${why}.`, { cause })
  }
}

/** Settles within the timeout even when `work` ignores its signal, as an in-process handler does. */
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
 * Settles with the work, or rejects with the signal's reason, whichever is first. Removes its listener: a signal that
 * outlives many calls would leak one per call.
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
