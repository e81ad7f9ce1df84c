import type { X509Certificate } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions as HttpOptions,
  type ServerResponse,
} from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import { Server as ConnectionServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { getRequestListener } from '@hono/node-server'
import {
  clientAddress,
  trustsPeer,
  trustedProxies,
  untrustedProxy,
  type Client,
  type TrustedProxies,
} from '#http/client-address.ts'
import { readClientCertificate } from '#http/client-certificate.ts'
import { UNREADABLE } from '#http/network-of.ts'
import type { ResponseParts, RespondEarly } from '#http/response-parts.ts'
import { sendsBody } from '#http/unsent-body.ts'
import { paceRefused } from './pace-refused.ts'

export interface Listening {
  /**
   * Graceful shutdown: accepts no more connections and closes each with its next response. Idle connections stay open for
   * `idleMs`, for a request that a proxy is sending already. Requests in flight then have `graceMs` before they are cut.
   */
  close(times: { idleMs: number; graceMs: number }): Promise<void>
}

/** Timeouts of a connection, in milliseconds. */
export interface ConnectionLimits {
  headersTimeout: number
  requestTimeout: number
  keepAliveTimeout: number
  /** How often the timeouts are checked. */
  connectionsCheckingInterval: number
}

/** Node's defaults let a slow sender (Slowloris) hold a socket for minutes. */
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
  /** Proxies whose `X-Forwarded-For` is trusted. */
  proxies?: TrustedProxies
  /** Called for a forwarded request from an untrusted proxy. */
  onUnnamedProxy?: (address: string) => void
  /** Called with the address of a trusted proxy whose `X-Forwarded-For` ends with no address. */
  onUnreadableForward?: (address: string) => void
  limits?: ConnectionLimits
  /** Of a request's line and headers. Default: 16 KiB. */
  headerBytesMax?: number
  /** Load shedding: a request that it refuses gets its response and no other work. */
  admission?: RespondEarly | undefined
  /** Liveness checks get their response and no other work. */
  liveness?: RespondEarly | undefined
  /** Serves by TLS, and only clients with a certificate of these authorities. */
  mutualTls?: MutualTls | undefined
  /** The header in which trusted proxies pass on the client certificate that they have verified. */
  clientCertificateHeader?: string | undefined
}

/** PEM texts. */
export interface MutualTls {
  certificate: string
  key: string
  keyPassphrase?: string | undefined
  authorities: readonly string[]
}

/** The port cannot be opened; the message names the remedy. */
export class ListenFailure extends Error {
  override name = 'ListenFailure'

  /** Whether it may pass by itself: the network brings an address up later than this process. */
  get mayPass(): boolean {
    const { cause } = this
    return cause instanceof Error && 'code' in cause && cause.code === 'EADDRNOTAVAIL'
  }
}

/** Serves a `fetch` function on a port. Throws `ListenFailure`. */
export async function listenHttp({
  fetch,
  port,
  host,
  name,
  proxies = trustedProxies([]),
  onUnnamedProxy = () => undefined,
  onUnreadableForward = () => undefined,
  limits = CONNECTION_LIMITS,
  headerBytesMax = HEADER_BYTES_MAX,
  admission = () => undefined,
  liveness = () => undefined,
  mutualTls,
  clientCertificateHeader,
}: ServerOptions): Promise<Listening> {
  const handle = getRequestListener((request, { incoming, outgoing }) => {
    const peer = incoming.socket.remoteAddress ?? ''
    const forwardedFor = request.headers.get('x-forwarded-for')
    const unnamed = untrustedProxy(peer, forwardedFor, proxies)
    if (unnamed !== undefined) onUnnamedProxy(unnamed)
    const certificate =
      certificateOf(incoming.socket) ??
      (clientCertificateHeader !== undefined && trustsPeer(peer, proxies)
        ? readClientCertificate(request.headers.get(clientCertificateHeader))
        : undefined)
    const address = clientAddress(peer, forwardedFor, proxies)
    if (address === UNREADABLE) onUnreadableForward(peer)
    const fetched = fetch(request, { address, ...(certificate && { certificate }) })
    const withSentBody = (response: Response) =>
      sendsBody(request.method, response.status) ? response : withoutBody(response, outgoing)
    return fetched instanceof Promise ? fetched.then(withSentBody) : withSentBody(fetched)
  })
  const server = create(
    { ...limits, maxHeaderSize: headerBytesMax },
    mutualTls,
    (request, response) => {
      if (closing) endConnection(response)
      const { method = '', url = '' } = request
      const live = liveness(method, url)
      if (live !== undefined) {
        noteForwarded(request)
        answer(response, live)
        return
      }
      const refusal = admission(method, url)
      if (refusal !== undefined) {
        answer(response, refusal)
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
  const noteForwarded = ({ socket, headers }: IncomingMessage) => {
    const { 'x-forwarded-for': forwardedFor } = headers
    if (forwardedFor === undefined) return
    const unnamed = untrustedProxy(socket.remoteAddress ?? '', String(forwardedFor), proxies)
    if (unnamed !== undefined) onUnnamedProxy(unnamed)
  }
  const pace = paceRefused()
  const unanswered = new Set<ServerResponse>()
  let closing = false
  await listen(server, port, host, name)
  return {
    close(times) {
      closing = true
      for (const response of unanswered) endConnection(response)
      // guard: graceful-close
      return close(server, times)
    },
  }
}

const HANDSHAKE_MS = 10_000

function create(
  options: HttpOptions,
  mutualTls: MutualTls | undefined,
  listener: RequestListener,
): Server {
  if (mutualTls === undefined) return createServer(options, listener)
  const { certificate: cert, key, keyPassphrase: passphrase, authorities } = mutualTls
  return createTlsServer(
    {
      ...options,
      cert,
      key,
      ...(passphrase !== undefined && { passphrase }),
      ca: [...authorities],
      // An authority may itself be issued by one that the operator did not name.
      allowPartialTrustChain: true,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      handshakeTimeout: HANDSHAKE_MS,
    },
    listener,
  )
}

function certificateOf(socket: Socket): X509Certificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
}

/** Cancels a body that is not sent: the adapter would read it to its end, which a stream may not have. */
function withoutBody(response: Response, outgoing: ServerResponse | Http2ServerResponse): Response {
  const { status, headers } = response
  if (status === 204 || status === 304) {
    // The adapter's `Response` does not give away a body that its status must not have. The adapter flushes the headers
    // before a stream, and cancels the stream when the response has ended.
    outgoing.on('error', () => undefined)
    if ('flushHeaders' in outgoing) outgoing.flushHeaders = () => void outgoing.end()
    return response
  }
  if (response.body === null) return response
  void response.body.cancel().catch(() => undefined)
  return new Response(null, { status, headers })
}

/** Uses node:http directly: work on refusals slows admitted requests down. */
function answer(response: ServerResponse, { status, headers, body }: ResponseParts): void {
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
      reject(new ListenFailure(`The ${name} cannot listen: ${reason}`, { cause: error }))
    })
    server.listen(port, host, resolve)
  })
}

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
    // Repeatedly: a response that began before leaves another idle connection.
    const idle = setInterval(closeIdle, LOOK_EVERY_MS)
    const cut = setTimeout(() => server.closeAllConnections(), idleMs + graceMs)
    // close() of an HTTP server would close idle connections at once, on which a request may be arriving.
    ConnectionServer.prototype.close.call(server, () => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
    closeIdle()
  })
}
