import type { Dispatcher } from 'undici'
import { createGuardedClients } from './guarded-client.ts'
import type { ConnectionRules } from './guarded-connector.ts'
import { responseExcerpt } from '../../domain/response-excerpt.ts'
import { sendFailure, type SendFailure } from '../../domain/send-failure.ts'

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Either `statusCode` or `error` is present: an answer counts from its headers, whatever becomes of its body. */
export interface SendResult {
  statusCode?: number
  error?: SendFailure
  retryAfter?: string
  durationMs: number
  responseExcerpt?: string
}

export interface Sender {
  post(request: WebhookRequest): Promise<SendResult>
  /** Breaks off what is under way. */
  close(): Promise<void>
}

export interface SenderOptions extends Omit<ConnectionRules, 'timeoutMs'> {
  clock: () => Date
  timeoutMs?: number
  answerBytesMax?: number
}

const SEND_TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 64 * 1024
const RETRY_AFTER_LENGTH_MAX = 64

/**
 * Posts to addresses that strangers chose. Each attempt has a connection of its own, to an address vetted for it, and
 * leaves nothing behind for the next. Redirects are not followed, nothing is decompressed, and what a receiver can take
 * is bounded: its time by `timeoutMs` in all, its memory by `answerBytesMax`.
 */
export function createSender(options: SenderOptions): Sender {
  const { clock, timeoutMs = SEND_TIMEOUT_MS, answerBytesMax = ANSWER_BYTES_MAX } = options
  const clientOf = createGuardedClients({ ...options, timeoutMs })
  const underWay = new Map<AbortController, Promise<SendResult>>()

  async function post(request: WebhookRequest, { signal }: AbortController): Promise<SendResult> {
    const startedAt = clock().getTime()
    const durationMs = () => Math.max(0, clock().getTime() - startedAt)
    const { origin, pathname, search } = new URL(request.url)
    const client = clientOf(origin)
    try {
      const answer = await client.request({
        method: 'POST',
        path: pathname + search,
        headers: { ...request.headers, 'accept-encoding': 'identity' },
        body: request.body,
        signal,
      })
      const excerpt = await readExcerpt(answer.body, answerBytesMax)
      return {
        statusCode: answer.statusCode,
        ...retryAfterOf(answer),
        durationMs: durationMs(),
        responseExcerpt: excerpt,
      }
    } catch (error) {
      const failure = signal.aborted ? (signal.reason as SendFailure) : sendFailure(error)
      return { error: failure, durationMs: durationMs() }
    } finally {
      // Not waited for: a connection that is still being made ends with its own time-out.
      void client.destroy()
    }
  }

  return {
    async post(request) {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort('timeout' satisfies SendFailure), timeoutMs)
      const result = post(request, controller)
      underWay.set(controller, result)
      try {
        return await result
      } finally {
        clearTimeout(timer)
        underWay.delete(controller)
      }
    },
    async close() {
      const results = [...underWay.values()]
      for (const controller of underWay.keys()) controller.abort('stopped' satisfies SendFailure)
      await Promise.allSettled(results)
    },
  }
}

/** Reads on a little after the excerpt, so that an ordinary receiver can finish; never more than the bound. */
async function readExcerpt(
  body: Dispatcher.ResponseData['body'],
  bytesMax: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytesRead = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      bytesRead += chunk.length
      if (bytesRead >= bytesMax) break
    }
  } catch {
    // The answer's status has been read; a body that breaks off changes nothing about it.
  }
  return responseExcerpt(Buffer.concat(chunks))
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): { retryAfter?: string } {
  const header = headers['retry-after']
  const retryAfter = Array.isArray(header) ? header[0] : header
  return retryAfter === undefined ? {} : { retryAfter: retryAfter.slice(0, RETRY_AFTER_LENGTH_MAX) }
}
