import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'

/** How a pooler treats start-up parameters that it does not know, or that it multiplexes transactions. */
export type Pooling = 'rejects parameters' | 'ignores parameters' | 'transaction mode'

export interface FakePooler {
  url: string
  close(): Promise<void>
}

const SSL_REQUEST = 80_877_103
const KNOWN = ['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone']

/** A connection pooler in the manner of PgBouncer, in front of the server of `url`. */
export async function startFakePooler(url: string, pooling: Pooling): Promise<FakePooler> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const shared = pooling === 'transaction mode' ? await shareServer(url) : undefined
  const listener = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.once('data', (startup: Buffer) => {
      if (startup.readInt32BE(4) === SSL_REQUEST) return void client.destroy()
      const parameters = readParameters(startup)
      const unknown = parameters.find(([name]) => !KNOWN.includes(name.toLowerCase()))
      if (unknown !== undefined && pooling === 'rejects parameters')
        return void client.end(fatal(`unsupported startup parameter: ${unknown[0]}`))
      if (shared !== undefined) return shared.attach(client)
      const server = connectTo(new URL(url))
      sockets.add(server)
      server.on('error', () => client.destroy())
      server.on('close', () => client.destroy())
      client.on('close', () => server.destroy())
      server.write(startupOf(parameters.filter(([name]) => KNOWN.includes(name.toLowerCase()))))
      client.pipe(server).pipe(client)
    })
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  target.searchParams.delete('host')
  target.hostname = '127.0.0.1'
  target.port = String((listener.address() as AddressInfo).port)
  return {
    url: target.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      shared?.close()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** One server connection, which each client has for the duration of a transaction. */
async function shareServer(url: string) {
  const owner = new Client(url)
  await owner.connect()
  owner.on('error', () => undefined)
  const server = (owner as unknown as { connection: { stream: Socket } }).connection.stream
  server.removeAllListeners('data')
  const waiting: { client: Socket; message: Buffer }[] = []
  let current: Socket | undefined
  let received = Buffer.of()

  function next(): void {
    if (current !== undefined) return
    const [first] = waiting.splice(0, 1)
    if (first === undefined) return
    current = first.client
    server.write(first.message)
  }

  server.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 5 && received.length > received.readInt32BE(1)) {
      const length = received.readInt32BE(1) + 1
      const message = received.subarray(0, length)
      received = received.subarray(length)
      if (current?.writable === true) current.write(message)
      if (message.toString('latin1', 0, 1) === 'Z' && message.toString('latin1', 5, 6) === 'I') {
        current = undefined
        next()
      }
    }
  })

  return {
    attach(client: Socket) {
      client.write(Buffer.concat([authenticationOk(), backendKey(), readyForQuery()]))
      client.on('data', (message: Buffer) => {
        if (message.toString('latin1', 0, 1) === 'X') {
          if (client === current) server.write(messageOf('Q', Buffer.from('rollback\0')))
          return void client.end()
        }
        if (client === current) server.write(message)
        else waiting.push({ client, message })
        next()
      })
    },
    close: () => server.destroy(),
  }
}

function connectTo(url: URL): Socket {
  const directory = url.searchParams.get('host')
  const port = Number(url.port || url.searchParams.get('port') || 5432)
  return directory === null
    ? connect({ host: url.hostname, port, noDelay: true })
    : connect(`${directory}/.s.PGSQL.${port}`)
}

function readParameters(startup: Buffer): [string, string][] {
  const words = startup.toString('latin1', 8).split('\0')
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2)
    pairs.push([words[at] ?? '', words[at + 1] ?? ''])
  return pairs
}

function startupOf(parameters: readonly [string, string][]): Buffer {
  const body = Buffer.from(`${parameters.flat().join('\0')}\0\0`, 'latin1')
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + head.length, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, body])
}

function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const authenticationOk = () => messageOf('R', Buffer.alloc(4))
/** Poolers make their own. */
const backendKey = () => messageOf('K', Buffer.alloc(8, 7))
const readyForQuery = () => messageOf('Z', Buffer.from('I'))
const fatal = (text: string) =>
  messageOf('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`, 'latin1'))
