import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerType } from '@hono/node-server'
import type { Fetch } from '#contract/fetch.ts'
import { ConnectionLost } from './connection-lost.ts'

const WORK_MS = 200

/** Ends the connection without an answer when a bad day loses it. */
export function cutWhenLost(answer: Fetch, cut: () => void): Fetch {
  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      cut()
      return new Response(null, { status: 499 })
    }
  }
}

/** Listens on a port, by default any free one, which it returns. */
export async function listen(server: ServerType, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export function closeServers(servers: readonly ServerType[]): void {
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
}

export async function runRepeatedly(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // What failed is still due at the next run.
    await work().catch(() => undefined)
    await sleep(WORK_MS, undefined, { signal }).catch(() => undefined)
  }
}
