import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request without its last byte. */
export interface Held {
  /** Sends the last byte, and waits for the response. */
  release(): Promise<{ status: number; answer: string }>
}

/** Sends all but the last byte of a request, on a connection of its own. */
export async function hold(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Held> {
  const held: ClientRequest = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  })
  const answered = once(held, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => undefined)
  await new Promise<void>((resolve, reject) => {
    held.once('error', reject)
    held.write(body.slice(0, -1), () => resolve())
  })
  return {
    async release() {
      held.end(body.slice(-1))
      const [response] = await answered
      return { status: response.statusCode ?? 0, answer: await text(response) }
    },
  }
}
