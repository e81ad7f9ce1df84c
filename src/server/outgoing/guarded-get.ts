import { createGuardedClients } from './guarded-client.ts'
import type { ConnectionRules } from './guarded-connector.ts'

export interface GuardedAnswer {
  statusCode: number
  /** The whole body; undefined when it is larger than `bytesMax`. */
  bytes: Uint8Array<ArrayBuffer> | undefined
}

export interface GuardedGetOptions {
  accept: string
  bytesMax: number
}

/** Rejects as the connection does, and with `ETIMEDOUT` once the whole exchange took longer than `timeoutMs`. */
export type GuardedGet = (url: string, options: GuardedGetOptions) => Promise<GuardedAnswer>

/**
 * SSRF protection as in `createSender`: its own connection to a vetted address, no redirects, no
 * decompression, bounded time and bytes.
 */
export function createGuardedGet(rules: ConnectionRules): GuardedGet {
  const clientOf = createGuardedClients(rules)

  return async (url, { accept, bytesMax }) => {
    const { origin, pathname, search } = new URL(url)
    const client = clientOf(origin)
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), rules.timeoutMs)
    try {
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: pathname + search,
        headers: { accept, 'accept-encoding': 'identity' },
        signal: controller.signal,
      })
      return { statusCode, bytes: await readUpTo(body, bytesMax) }
    } catch (error) {
      throw controller.signal.aborted
        ? Object.assign(new Error('no whole answer in time'), { code: 'ETIMEDOUT' })
        : error
    } finally {
      clearTimeout(timer)
      // Not awaited: a connection still being opened ends with its own time-out.
      void client.destroy()
    }
  }
}

async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let bytesRead = 0
  for await (const chunk of body) {
    bytesRead += chunk.length
    if (bytesRead > bytesMax) return undefined
    chunks.push(chunk)
  }
  // A copy: small buffers share their memory with others.
  return new Uint8Array(Buffer.concat(chunks))
}
