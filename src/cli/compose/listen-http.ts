import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  clientAddress,
  trustedProxies,
  type Client,
  type TrustedProxies,
} from '../../service/http/client-address.ts'
import { CommandFailure, EXIT } from '../exit.ts'

export interface Listening {
  /** Takes no more connections, lets requests under way end, and cuts off what has not ended in time. */
  close(graceMs: number): Promise<void>
}

/** Node's own limits are lax: a slow sender must not hold a socket for minutes. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const HEADER_BYTES_MAX = 16 * 1024

/** Serves a `fetch` function on a port. */
export async function listenHttp({
  fetch,
  port,
  host,
  name,
  proxies = trustedProxies([]),
}: {
  fetch: (request: Request, client: Client) => Response | Promise<Response>
  port: number
  host: string
  name: string
  /** Whose word on the address of a client counts. */
  proxies?: TrustedProxies
}): Promise<Listening> {
  const handle = getRequestListener((request, { incoming }) =>
    fetch(request, {
      address: clientAddress(
        incoming.socket.remoteAddress ?? '',
        request.headers.get('x-forwarded-for'),
        proxies,
      ),
    }),
  )
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => void handle(request, response),
  )
  await listen(server, port, host, name)
  return { close: (graceMs) => close(server, graceMs) }
}

function listen(server: Server, port: number, host: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `port ${port} is in use. Stop what uses it, or give the ${name} another port.`
          : error.message
      reject(new CommandFailure(`The ${name} cannot listen: ${reason}`, EXIT.configuration))
    })
    server.listen(port, host, resolve)
  })
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
