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

/** How long who is connected may take. */
export interface ConnectionLimits {
  headersTimeout: number
  requestTimeout: number
  keepAliveTimeout: number
  /** How often they are looked at. */
  connectionsCheckingInterval: number
}

/** Node's own limits are lax: a slow sender must not hold a socket for minutes. In milliseconds. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
}
const HEADER_BYTES_MAX = 16 * 1024

/** Serves a `fetch` function on a port. */
export async function listenHttp({
  fetch,
  port,
  host,
  name,
  proxies = trustedProxies([]),
  limits = CONNECTION_LIMITS,
}: {
  fetch: (request: Request, client: Client) => Response | Promise<Response>
  port: number
  host: string
  name: string
  /** Whose word on the address of a client counts. */
  proxies?: TrustedProxies
  limits?: ConnectionLimits
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
    { ...limits, maxHeaderSize: HEADER_BYTES_MAX },
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
