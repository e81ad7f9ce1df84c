import { responseExcerpt } from '#domain/response-excerpt.ts'
import type { SendFailure } from '#domain/send-failure.ts'
import { exchange, type Answer } from './exchange.ts'
import type { ConnectionRules } from './guarded-connector.ts'
import { createKeptClients, type KeptClient, type KeptClients } from './kept-clients.ts'

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
 * SSRF protection: posts to URLs chosen by merchants, over connections to vetted addresses. A connection serves one
 * request at a time, and the next one to the same origin. Redirects are not followed, nothing is decompressed, and total
 * time (`timeoutMs`) and memory (`answerBytesMax`) are bounded.
 */
export function createSender(options: SenderOptions): Sender {
  const { clock, timeoutMs = SEND_TIMEOUT_MS, answerBytesMax = ANSWER_BYTES_MAX } = options
  const clients = createKeptClients({ ...options, timeoutMs })
  const underWay = new Map<Attempt, Promise<SendResult>>()

  async function post(request: WebhookRequest, attempt: Attempt): Promise<SendResult> {
    const startedAt = clock().getTime()
    const { origin, pathname, search } = new URL(request.url)
    const send = (kept: KeptClient) => {
      const sent = exchange(
        kept.client,
        {
          method: 'POST',
          path: pathname + search,
          headers: { ...request.headers, 'accept-encoding': 'identity' },
          body: request.body,
        },
        answerBytesMax,
      )
      attempt.abort = (reason) => {
        attempt.isAborted = true
        sent.abort(reason)
      }
      return answerOf(clients, origin, kept, sent.answer)
    }
    const kept = clients.acquire(origin)
    let answer = await send(kept)
    // The receiver closed the idle connection. A delivery is idempotent by its id, so it may be repeated at once.
    if (kept.isReused && answer.error === 'connection_closed' && !attempt.isAborted)
      answer = await send(clients.open(origin))
    return resultOf(answer, Math.max(0, clock().getTime() - startedAt))
  }

  return {
    async post(request) {
      const attempt: Attempt = { isAborted: false, abort: () => undefined }
      const result = post(request, attempt)
      const timer = setTimeout(() => attempt.abort('timeout'), timeoutMs)
      underWay.set(attempt, result)
      try {
        return await result
      } finally {
        clearTimeout(timer)
        underWay.delete(attempt)
      }
    },
    async close() {
      const results = [...underWay.values()]
      for (const attempt of underWay.keys()) attempt.abort('stopped')
      await Promise.allSettled(results)
      clients.close()
    },
  }
}

interface Attempt {
  isAborted: boolean
  abort: (reason: SendFailure) => void
}

async function answerOf(
  clients: KeptClients,
  origin: string,
  kept: KeptClient,
  answering: Promise<Answer>,
): Promise<Answer> {
  const answer = await answering
  if (answer.isComplete) clients.release(origin, kept)
  // Not awaited: a connection still being opened ends with its own time-out.
  else void kept.client.destroy()
  return answer
}

function resultOf(answer: Answer, durationMs: number): SendResult {
  const { statusCode, error, retryAfter, body } = answer
  if (statusCode === undefined) return { ...(error !== undefined && { error }), durationMs }
  return {
    statusCode,
    ...(retryAfter !== undefined && { retryAfter: retryAfter.slice(0, RETRY_AFTER_LENGTH_MAX) }),
    durationMs,
    responseExcerpt: body.length === 0 ? '' : responseExcerpt(body),
  }
}
