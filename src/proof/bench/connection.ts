import { once } from 'node:events'
import { connect } from 'node:net'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Connection {
  /** Resolves to the status after the complete response. */
  ask(request: LoadRequest): Promise<number>
  close(): void
}

const HEAD_END = '\r\n\r\n'
const STATUS_OFFSET = 'HTTP/1.1 '.length
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i

/**
 * A minimal client for one request at a time, which parses only status and length: it shares the CPU with the server, and
 * a full client would make each response header look expensive.
 */
export async function openConnection(origin: URL): Promise<Connection> {
  const socket = connect(Number(origin.port), origin.hostname).setNoDelay()
  await once(socket, 'connect')
  let received: Buffer = Buffer.alloc(0)
  let answered = Promise.withResolvers<number>()
  // If the connection fails before a request, the next request rejects.
  answered.promise.catch(() => undefined)
  socket.on('error', (error) => answered.reject(error))
  socket.on('close', () => answered.reject(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = completeAnswer(received)
    if (answer === 'lengthless') socket.destroy(new Error('a response has no content-length'))
    if (answer === 'incomplete' || answer === 'lengthless') return
    received = Buffer.alloc(0)
    answered.resolve(answer.status)
  })
  return {
    ask(request) {
      answered = Promise.withResolvers()
      if (socket.destroyed) answered.reject(new Error('the connection is closed'))
      else socket.write(textOf(origin, request))
      return answered.promise
    },
    close: () => socket.destroy(),
  }
}

function completeAnswer(received: Buffer): { status: number } | 'incomplete' | 'lengthless' {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return 'incomplete'
  const head = received.toString('latin1', 0, headEnd)
  const length = CONTENT_LENGTH.exec(head)?.[1]
  if (length === undefined) return 'lengthless'
  if (received.length < headEnd + HEAD_END.length + Number(length)) return 'incomplete'
  return { status: Number(head.slice(STATUS_OFFSET, STATUS_OFFSET + 3)) }
}

function textOf({ host }: URL, { method, path, headers = {}, body = '' }: LoadRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body}`
}
