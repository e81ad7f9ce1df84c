import type { Client, Dispatcher } from 'undici'
import { sendFailure, type SendFailure } from '#domain/send-failure.ts'

/** A request under way that its sender may end. */
export interface Exchange {
  answer: Promise<Answer>
  /** Ends the request with this failure, unless an answer has begun. */
  abort(reason: SendFailure): void
}

export interface Answer {
  statusCode?: number
  retryAfter?: string | undefined
  error?: SendFailure
  /** The first bytes of the body. */
  body: Uint8Array
  /** Whether the body was read to its end, so that the connection can take another request. */
  isComplete: boolean
}

type Controller = Dispatcher.DispatchController

const EMPTY = new Uint8Array()

/**
 * Sends one request. An answer counts once its headers arrive, whatever happens to its body, of which no more than
 * `bytesMax` are read.
 */
export function exchange(
  client: Client,
  request: Dispatcher.DispatchOptions,
  bytesMax: number,
): Exchange {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const chunks: Uint8Array[] = []
  let bytesRead = 0
  let head: Pick<Answer, 'statusCode' | 'retryAfter'> | undefined
  let controller: Controller | undefined
  let reason: SendFailure | undefined

  function end(isComplete: boolean): void {
    const body = chunks.length === 0 ? EMPTY : Buffer.concat(chunks)
    resolve({ ...head, body, isComplete })
  }

  function fail(error: unknown): void {
    if (head !== undefined) end(false)
    else resolve({ error: reason ?? sendFailure(error), body: EMPTY, isComplete: false })
  }

  client.dispatch(request, {
    onRequestStart(started) {
      controller = started
      if (reason !== undefined) started.abort(new Error(reason))
    },
    onResponseStart(_, statusCode, headers) {
      // Interim responses come before the answer.
      // guard: no-redirects
      if (statusCode < 200) return
      const retryAfter = headers['retry-after']
      head = { statusCode, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter }
    },
    onResponseData(own, chunk) {
      chunks.push(chunk)
      bytesRead += chunk.length
      if (bytesRead < bytesMax) return
      end(false)
      own.abort(new Error('the answer is too long'))
    },
    onResponseEnd: () => end(true),
    onResponseError: (_, error) => fail(error),
  })

  return {
    answer: promise,
    abort(why) {
      reason ??= why
      controller?.abort(new Error(why))
      // Without a connection there is no controller yet, and nothing to wait for.
      if (controller === undefined) fail(undefined)
    },
  }
}
