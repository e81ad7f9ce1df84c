import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { responseExcerpt } from '#domain/response-excerpt.ts'
import { sendFailure, type SendFailure } from '#domain/send-failure.ts'

export interface Posting {
  url: URL
  /** Headers in addition to those that every delivery has. */
  headers: Record<string, string>
  body: string
  /** Sends the body slowly, in chunks of these lengths. */
  pieceBytes?: readonly number[] | undefined
  timeoutMs: number
  signal: AbortSignal
}

export interface PostAnswer {
  /** `null` without a response; `error` is the reason. */
  statusCode: number | null
  error: SendFailure | null
  /** From the end of the request to the head of the response. */
  durationMs: number
  bodyBytes: number
  /** The beginning of the response's body. */
  excerpt: string
}

export type Post = (posting: Posting) => Promise<PostAnswer>

const ANSWER_BYTES_READ_MAX = 64 * 1024
const SLOW_START_MS = 400
const BETWEEN_PIECES_MS = 40

/**
 * Posts a notification like a delivery attempt: on a new connection, without following redirects. Keeps the case of
 * header names. Never throws: an abort by `signal` is the error `stopped`.
 */
export async function post(posting: Posting): Promise<PostAnswer> {
  const { pieceBytes, timeoutMs, signal } = posting
  const timeout = AbortSignal.timeout(timeoutMs + (pieceBytes === undefined ? 0 : SLOW_START_MS))
  let sentAt = performance.now()
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = open(posting, AbortSignal.any([signal, timeout]))
      request.once('response', resolve)
      // A receiver may respond and close the connection before it has read the whole body.
      request.on('error', reject)
      sendBody(request, posting).then(() => (sentAt = performance.now()), reject)
    })
    const durationMs = Math.max(0, Math.round(performance.now() - sentAt))
    const body = await readBody(answer)
    return {
      statusCode: answer.statusCode ?? null,
      error: null,
      durationMs,
      bodyBytes: body.length,
      excerpt: responseExcerpt(body),
    }
  } catch (error) {
    return {
      statusCode: null,
      error: signal.aborted ? 'stopped' : timeout.aborted ? 'timeout' : sendFailure(error),
      durationMs: timeout.aborted ? timeoutMs : Math.round(performance.now() - sentAt),
      bodyBytes: 0,
      excerpt: '',
    }
  }
}

function open({ url, headers, body, pieceBytes }: Posting, signal: AbortSignal): ClientRequest {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return send(url, {
    method: 'POST',
    agent: false,
    signal,
    headers: {
      'user-agent': 'HostedCheckout/1',
      'content-type': 'application/json',
      ...headers,
      ...(pieceBytes === undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  })
}

async function sendBody(request: ClientRequest, { body, pieceBytes }: Posting): Promise<void> {
  const bytes = Buffer.from(body)
  if (pieceBytes === undefined) {
    request.end(bytes)
    return
  }
  await sleep(SLOW_START_MS)
  let offset = 0
  for (const length of pieceBytes) {
    if (request.destroyed) return
    request.write(bytes.subarray(offset, offset + length))
    offset += length
    await sleep(BETWEEN_PIECES_MS)
  }
  request.end()
}

/** Reads a bounded body; a body that breaks off does not lose the status. */
async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= ANSWER_BYTES_READ_MAX) break
    }
  } catch {
    // The status is known.
  }
  return Buffer.concat(chunks)
}
