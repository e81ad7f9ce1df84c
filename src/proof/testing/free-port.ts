import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections and to servers that name none (from 32768 on Linux, 49152
 * elsewhere): one of those may be taken in the moment before the caller listens on it.
 */
const FIRST = 20_000
const COUNT = 12_000

/** A port of localhost on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await canListenOn(port)) return port
  }
}

async function canListenOn(port: number): Promise<boolean> {
  const server = createServer().listen(port, 'localhost')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
  await once(server.close(), 'close')
  return true
}
