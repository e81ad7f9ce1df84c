import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlayAnswer } from '../../../client/tools/readiness/judge/observation.ts'
import type { Play } from '../../../client/tools/readiness/plays/play.ts'
import { responseExcerpt } from '../../../server/outgoing/response-excerpt.ts'
import { sendFailure } from '../../../server/outgoing/send-failure.ts'

const ANSWER_BYTES_READ_MAX = 64 * 1024
const SLOW_START_MS = 400
const BETWEEN_PIECES_MS = 40

export interface Posting {
  url: URL
  now: Date
  signal: AbortSignal
  answerTimeMs: number
}

/**
 * Sends one play on a connection of its own, with the names of its headers as they are written, and tells what came. No
 * redirect is followed; what the person breaks off throws.
 */
export async function postPlay(
  play: Play,
  { url, now, signal, answerTimeMs }: Posting,
): Promise<PlayAnswer> {
  const timeout = AbortSignal.timeout(answerTimeMs + (play.pieceBytes ? SLOW_START_MS : 0))
  const headers = await play.headers(now)
  let sentAt = performance.now()
  const told = { check: play.check, what: play.what }
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const request = send(url, {
        method: 'POST',
        agent: false,
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          'user-agent': 'HostedCheckout/1',
          'content-type': 'application/json',
          ...headers,
          ...(play.pieceBytes === undefined && {
            'content-length': String(Buffer.byteLength(play.body)),
          }),
        },
      })
      request.once('response', resolve)
      // A receiver that has answered may hang up before it has read all of the body.
      request.on('error', reject)
      sendBody(request, play).then(() => (sentAt = performance.now()), reject)
    })
    const durationMs = Math.max(0, Math.round(performance.now() - sentAt))
    const body = await readBody(answer)
    return {
      ...told,
      status: answer.statusCode ?? null,
      error: null,
      durationMs,
      bodyBytes: body.length,
      excerpt: responseExcerpt(body),
    }
  } catch (error) {
    signal.throwIfAborted()
    return {
      ...told,
      status: null,
      error: timeout.aborted ? 'timeout' : sendFailure(error),
      durationMs: timeout.aborted ? answerTimeMs : Math.round(performance.now() - sentAt),
      bodyBytes: 0,
      excerpt: '',
    }
  }
}

interface Writable {
  destroyed: boolean
  write(piece: Uint8Array): unknown
  end(piece?: Uint8Array): unknown
}

async function sendBody(request: Writable, { body, pieceBytes }: Play): Promise<void> {
  const bytes = Buffer.from(body)
  if (pieceBytes === undefined) {
    request.end(bytes)
    return
  }
  await pause(SLOW_START_MS)
  let offset = 0
  for (const length of pieceBytes) {
    if (request.destroyed) return
    request.write(bytes.subarray(offset, offset + length))
    offset += length
    await pause(BETWEEN_PIECES_MS)
  }
  request.end()
}

/** Reads on until the bound; an answer that breaks off has its status all the same. */
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
    // Its status was read.
  }
  return Buffer.concat(chunks)
}
