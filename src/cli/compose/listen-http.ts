import { createServer, type Server, type ServerResponse } from 'node:http'
import { Server as ConnectionServer } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  clientAddress,
  trustedProxies,
  untrustedProxy,
  type Client,
  type TrustedProxies,
} from '../../server/api/http/client-address.ts'
import type { AnswerParts } from '../../server/api/http/problem-response.ts'
import type { Admission } from '../../server/limits/admission.ts'
import { CommandFailure, EXIT } from '../../client/tools/command-line/exit.ts'
import { paceRefused } from './pace-refused.ts'

export interface Listening {
  /**
   * Takes no more connections and ends those that there are with their next answer. Idle ones may wait for so long for a
   * last request, so that none is cut off which a proxy is just sending; what is under way ends, or is cut off in time.
   */
  close(times: { idleMs: number; graceMs: number }): Promise<void>
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
const LOOK_EVERY_MS = 50
const HEADER_BYTES_MAX = 16 * 1024

export interface ServerOptions {
  fetch: (request: Request, client: Client) => Response | Promise<Response>
  port: number
  host: string
  name: string
  /** Whose word on the address of a client counts. */
  proxies?: TrustedProxies
  /** Somebody forwarded a request whose word does not count. */
  onUnnamedProxy?: (address: string) => void
  limits?: ConnectionLimits
  /** Asked first: what it answers is all that is done for the request. */
  admission?: Admission | undefined
}

/** Serves a `fetch` function on a port. */
export async function listenHttp({
  fetch,
  port,
  host,
  name,
  proxies = trustedProxies([]),
  onUnnamedProxy = () => undefined,
  limits = CONNECTION_LIMITS,
  admission = () => undefined,
}: ServerOptions): Promise<Listening> {
  const handle = getRequestListener((request, { incoming }) => {
    const peer = incoming.socket.remoteAddress ?? ''
    const forwardedFor = request.headers.get('x-forwarded-for')
    const unnamed = untrustedProxy(peer, forwardedFor, proxies)
    if (unnamed !== undefined) onUnnamedProxy(unnamed)
    return fetch(request, { address: clientAddress(peer, forwardedFor, proxies) })
  })
  const server = createServer(
    { ...limits, maxHeaderSize: HEADER_BYTES_MAX },
    (request, response) => {
      if (closing) endConnection(response)
      const refusal = admission(request.method ?? '', request.url ?? '')
      if (refusal !== undefined) {
        refuse(response, refusal)
        pace(request.socket)
        return
      }
      if (!closing) {
        unanswered.add(response)
        response.once('close', () => unanswered.delete(response))
      }
      void handle(request, response)
    },
  )
  const pace = paceRefused()
  const unanswered = new Set<ServerResponse>()
  let closing = false
  await listen(server, port, host, name)
  return {
    close(times) {
      closing = true
      for (const response of unanswered) endConnection(response)
      return close(server, times)
    },
  }
}

/** At once, by nothing but Node's own means: what it takes is taken from those who were let in. */
function refuse(response: ServerResponse, { status, headers, body }: AnswerParts): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
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

/** Tells the other end that this answer is the last one on its connection. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

function close(
  server: Server,
  { idleMs, graceMs }: { idleMs: number; graceMs: number },
): Promise<void> {
  return new Promise((resolve) => {
    const idleFromMs = performance.now() + idleMs
    const closeIdle = () => performance.now() >= idleFromMs && server.closeIdleConnections()
    // Again and again: an answer that had begun before leaves an idle connection behind, too.
    const idle = setInterval(closeIdle, LOOK_EVERY_MS)
    const cut = setTimeout(() => server.closeAllConnections(), idleMs + graceMs)
    // That of HTTP closes idle connections at once, on which a request may be on its way.
    ConnectionServer.prototype.close.call(server, () => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
    closeIdle()
  })
}
