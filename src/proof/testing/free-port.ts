import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections and to servers that name none (from 32768 on Linux, 49152
 * elsewhere): one of those may be taken in the moment before the caller listens on it.
 */
const FIRST = 20_000
/** Processes that run tests at the same time have different slices, since their ids are near each other. */
const SLICES = 40
const SLICE = 300

const first = FIRST + (process.pid % SLICES) * SLICE
let handedOut = Math.floor(Math.random() * SLICE)

/**
 * A port of localhost on which nothing listens. No other caller gets it for a while, so that a server that is restarted finds
 * its port free again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    handedOut += 1
    const port = first + (handedOut % SLICE)
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
