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

/**
 * Has either `statusCode` or `error`. A response counts once its headers arrive, whatever happens to
 * its body.
 */
export interface SendResult {
  statusCode?: number
  error?: SendFailure
  retryAfter?: string
  durationMs: number
  responseExcerpt?: string
}

export interface Sender {
  post(request: WebhookRequest): Promise<SendResult>
  /** Aborts all requests under way. */
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
 * SSRF protection: posts to URLs chosen by merchants. Each attempt opens its own connection to a
 * vetted address and shares no state with others. Redirects are not followed, nothing is decompressed,
 * and total time (`timeoutMs`) and memory (`answerBytesMax`) are bounded.
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
      // Not awaited: a connection still being opened ends with its own time-out.
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

/** Reads a little past the excerpt, so that an ordinary receiver can finish; never more than `bytesMax`. */
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
    // The status has arrived; a truncated body does not change it.
  }
  return responseExcerpt(Buffer.concat(chunks))
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): { retryAfter?: string } {
  const header = headers['retry-after']
  const retryAfter = Array.isArray(header) ? header[0] : header
  return retryAfter === undefined ? {} : { retryAfter: retryAfter.slice(0, RETRY_AFTER_LENGTH_MAX) }
}
