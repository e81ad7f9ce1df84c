import { request } from 'undici'
import type { SignedNotification } from '../../../contract/sandbox-notifications.ts'
import { responseExcerpt } from '../../../server/outgoing/response-excerpt.ts'
import { sendFailure, type SendFailure } from '../../../server/outgoing/send-failure.ts'

export interface ForwardAnswer {
  /** `null`: there was no answer, and `error` says why. */
  statusCode: number | null
  error: SendFailure | null
  /** How the body of the answer begins. */
  excerpt: string
}

export type Post = (notification: SignedNotification, stop: AbortSignal) => Promise<ForwardAnswer>

const BODY_BYTES_MAX = 64 * 1024

/** Posts notifications as a delivery would, to an address of the machine or network of who listens. */
export function createPost(url: string, timeoutMs: number): Post {
  return async ({ headers, body }, stop) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'user-agent': 'HostedCheckout/1',
          'content-type': 'application/json',
          ...headers,
          'accept-encoding': 'identity',
        },
        body,
        signal: AbortSignal.any([stop, timeout]),
      })
      const excerpt = await readExcerpt(answer.body)
      return { statusCode: answer.statusCode, error: null, excerpt }
    } catch (error) {
      const failure = stop.aborted ? 'stopped' : timeout.aborted ? 'timeout' : sendFailure(error)
      return { statusCode: null, error: failure, excerpt: '' }
    }
  }
}

async function readExcerpt(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytesRead = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytesRead += chunk.length
      if (bytesRead >= BODY_BYTES_MAX) break
    }
  } catch {
    // The status has been read; a body that breaks off changes nothing about it.
  }
  return responseExcerpt(Buffer.concat(chunks))
}
