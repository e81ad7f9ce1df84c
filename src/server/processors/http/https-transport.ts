import { Agent as PlainAgent, request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import {
  AnswerBroken,
  type HttpAnswer,
  type HttpCall,
  NotConnected,
  type Transport,
} from './http.ts'

/** PEM texts. */
export interface TlsParties {
  /** The client's certificate and key, for mutual TLS. */
  identity?: ClientIdentity
  /** Authorities of the processor's server; without them, those that Node knows. */
  authorities?: string | undefined
  /** The longest answer that is read. Default: 4 MiB. */
  answerMibMax?: number
}

interface ClientIdentity {
  certificate: string
  key: string
  keyPassphrase?: string | undefined
}

const SOCKETS_MAX = 64
const ANSWER_MIB_MAX = 4
const MIB = 1024 * 1024

interface Sender {
  secure: Agent
  plain: PlainAgent
  answerMibMax: number
}

/**
 * TLS from version 1.2, mutual where there is an identity, over connections that are kept. An address with `http://` is asked
 * without: a module allows it on this machine only.
 */
export function createHttpsTransport({
  identity,
  authorities,
  answerMibMax = ANSWER_MIB_MAX,
}: TlsParties = {}): Transport {
  const kept = { keepAlive: true, maxSockets: SOCKETS_MAX }
  const secure = new Agent({
    ...kept,
    minVersion: 'TLSv1.2',
    ...(identity !== undefined && { cert: identity.certificate, key: identity.key }),
    ...(identity?.keyPassphrase !== undefined && { passphrase: identity.keyPassphrase }),
    ...(authorities !== undefined && { ca: authorities }),
  })
  const sender = { secure, plain: new PlainAgent(kept), answerMibMax }
  return async (call) => {
    const ended = new AbortController()
    const timer = setTimeout(() => ended.abort(), call.timeoutMs)
    try {
      return await sendAgainIfStale(sender, call, ended.signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A kept connection that the server had closed meanwhile. Every call to a processor may be repeated. */
class Stale extends Error {}

async function sendAgainIfStale(sender: Sender, call: HttpCall, signal: AbortSignal) {
  for (;;) {
    try {
      return await send(sender, call, signal)
    } catch (error) {
      if (!(error instanceof Stale)) throw error
    }
  }
}

/**
 * Connections whose handshake has ended. `reusedSocket` does not tell: a request that waited for one of `SOCKETS_MAX` gets a
 * kept connection without that mark.
 */
const connected = new WeakSet<object>()

function send(
  { secure, plain, answerMibMax }: Sender,
  { method, headers, url, body }: HttpCall,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const isPlain = url.startsWith('http:')
  return new Promise((resolve, reject) => {
    let isConnected = false
    let isKept = false
    let isAnswered = false
    const options = { method, headers, agent: isPlain ? plain : secure, signal }
    const sent = (isPlain ? requestPlain : request)(url, options, (response) => {
      isAnswered = true
      readAnswer(response, answerMibMax).then(resolve, (error: Error) => {
        reject(new AnswerBroken(signal.aborted ? 'timeout' : codeOf(error)))
      })
    })
    sent.on('socket', (socket) => {
      // guard: kept-connection
      isKept = connected.has(socket)
      isConnected = isKept
      if (isKept) return
      socket.once(isPlain ? 'connect' : 'secureConnect', () => {
        connected.add(socket)
        isConnected = true
      })
    })
    sent.on('error', (error) => {
      const code = signal.aborted ? 'timeout' : codeOf(error)
      if (isAnswered || code.startsWith('HPE_')) reject(new AnswerBroken(code))
      else if (!isConnected || (!isKept && isHandshakeRefused(code))) reject(new NotConnected(code))
      else if (isKept && CLOSED.includes(code)) reject(new Stale(code))
      else reject(new Error(code))
    })
    sent.end(body)
  })
}

/** Alerts of TLS 1.3 come after the client's side of the handshake, but before the server reads a request. */
const HANDSHAKE_REFUSED = /CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE|PROTOCOL_VERSION/

function isHandshakeRefused(code: string): boolean {
  return code.startsWith('ERR_SSL_') && code.includes('ALERT_') && HANDSHAKE_REFUSED.test(code)
}

const CLOSED = ['ECONNRESET', 'EPIPE']

function codeOf(error: Error): string {
  if (error instanceof AnswerBroken) return error.message
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

async function readAnswer(response: IncomingMessage, mibMax: number): Promise<HttpAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mibMax * MIB) throw new AnswerBroken(`the answer is longer than ${mibMax} MiB`)
    parts.push(part)
  }
  const { statusCode = 0, headers } = response
  return { status: statusCode, headers, text: Buffer.concat(parts).toString('utf8') }
}
