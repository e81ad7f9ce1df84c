// A merchant's receiver, as light as can be: it answers 204 to every request, at `/50` after 50 ms.
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { serveUntilDisconnect } from '../stage/server-process.ts'

const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n'
const HEAD_END = Buffer.from('\r\n\r\n')

let connections = 0

const server = createServer({ noDelay: true }, (socket) => {
  connections += 1
  let unread: Buffer = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    for (let size = sizeOfFirst(unread); size !== undefined; size = sizeOfFirst(unread)) {
      const waitMs = Number(/^POST \/(\d+) /.exec(unread.toString('latin1', 0, 16))?.[1] ?? 0)
      unread = unread.subarray(size)
      void answer(socket, waitMs)
    }
  })
})
server.listen(Number(process.env['PORT']), LOOPBACK, () =>
  serveUntilDisconnect(() => ({ connections })),
)

/** Bytes of the first complete request; undefined while it is incomplete. */
function sizeOfFirst(bytes: Buffer): number | undefined {
  const headSize = bytes.indexOf(HEAD_END)
  if (headSize === -1) return undefined
  const head = bytes.toString('latin1', 0, headSize)
  const bodySize = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const size = headSize + HEAD_END.length + bodySize
  return bytes.length < size ? undefined : size
}

async function answer(socket: Socket, waitMs: number): Promise<void> {
  if (waitMs > 0) await sleep(waitMs)
  if (socket.writable) socket.write(ANSWER)
}
