import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What a receiver does on its socket after it has read a delivery. */
export interface Behaviour {
  answer: (socket: Socket, context: { trapPort: number }) => void
  /** The receiver has processed the event, whatever it responds. */
  takes?: true
}

const OK = 'HTTP/1.1 200 OK\r\n'
const DRIP_MS = 100
const HUGE_BYTES = 1_000_000_000
const CHUNK = Buffer.alloc(64 * 1024, 'a')
const BOMB = gzipSync(Buffer.alloc(20_000_000))
export const RETRY_AFTER_SECONDS = 90

export const honest: Behaviour = {
  answer: (socket) => socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'),
  takes: true,
}

/** Kinds of misbehaviour, by their name in the report. */
export const MISBEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'never answers': { answer: () => undefined },
  'drips headers': { answer: (socket) => drip(socket, OK, 'x: y\r\n') },
  'sends headers without end': {
    answer: (socket) => flood(socket, OK, `x-filler: ${'a'.repeat(4000)}\r\n`),
  },
  'sends interim answers without end': {
    answer: (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  },
  'stalls after 100': { answer: (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n') },
  'sends no HTTP': { answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n') },
  'breaks off half way': { answer: (socket) => socket.end('HTTP/1.1 20') },
  'resets before its work': { answer: (socket) => socket.resetAndDestroy() },
  'resets after its work': { answer: (socket) => socket.resetAndDestroy(), takes: true },
  'drips its body': {
    answer: (socket) => drip(socket, `${OK}transfer-encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
    takes: true,
  },
  'sends a gigabyte': {
    answer: (socket) => flood(socket, `${OK}content-length: ${HUGE_BYTES}\r\n\r\n`, CHUNK),
    takes: true,
  },
  'sends a gzip bomb': {
    answer: (socket) => {
      socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`)
      socket.end(BOMB)
    },
    takes: true,
  },
  'responds 200 and breaks off': {
    answer: (socket) => socket.end(`${OK}content-length: 100\r\n\r\nhalf`),
    takes: true,
  },
  'responds 500': status('500 Internal Server Error'),
  'responds 502': status('502 Bad Gateway'),
  'responds 503 with Retry-After': status(
    '503 Service Unavailable',
    `retry-after: ${RETRY_AFTER_SECONDS}\r\n`,
  ),
  'responds 429 with Retry-After': status(
    '429 Too Many Requests',
    `retry-after: ${RETRY_AFTER_SECONDS}\r\n`,
  ),
  'redirects to the inside': {
    answer: (socket, { trapPort }) =>
      socket.end(
        `HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:${trapPort}/\r\ncontent-length: 0\r\n\r\n`,
      ),
  },
  'responds 410': status('410 Gone'),
}

function status(line: string, headers = ''): Behaviour {
  const answer = `HTTP/1.1 ${line}\r\n${headers}content-length: 4\r\n\r\nlate`
  return { answer: (socket) => socket.end(answer) }
}

function drip(socket: Socket, first: string, text: string): void {
  if (first !== '') socket.write(first)
  const timer = setInterval(() => socket.write(text), DRIP_MS)
  socket.on('close', () => clearInterval(timer))
}

function flood(socket: Socket, first: string, chunk: Buffer | string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.write(first)
  socket.on('drain', write)
  write()
}
