import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductProcess } from '../crash/product.ts'

const LOOK_EVERY_MS = 100
/** Longer than a client keeps an idle connection, so that the client closes it: it knows that no request is on its way. */
const KEEP_ALIVE_MS = 60_000

/** The operator's reverse proxy before the processes. */
export interface ReverseProxy {
  name: 'nginx' | 'node'
  url: string
  close(): Promise<void>
}

/** Round robin over the processes whose last readiness probe succeeded. */
export async function startNodeReverseProxy(
  port: number,
  processes: readonly ProductProcess[],
): Promise<ReverseProxy> {
  const ready = new Set(processes)
  const closing = new AbortController()
  let turn = 0

  async function watch(product: ProductProcess): Promise<void> {
    while (!closing.signal.aborted) {
      const isReady = await fetch(`${product.privateUrl}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) ready.add(product)
      else ready.delete(product)
      await sleep(LOOK_EVERY_MS)
    }
  }

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    const choices = [...ready]
    turn += 1
    const product = choices[turn % choices.length]
    if (product === undefined) {
      response.writeHead(502).end()
      return
    }
    const { method, headers, url } = incoming
    const outgoing = ask(product.apiUrl + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () =>
      response.headersSent ? response.destroy() : response.writeHead(502).end(),
    )
    incoming.pipe(outgoing)
  }

  const watching = processes.map(watch)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, pass).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    name: 'node',
    url: `http://127.0.0.1:${port}`,
    async close() {
      closing.abort()
      await Promise.all(watching)
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
