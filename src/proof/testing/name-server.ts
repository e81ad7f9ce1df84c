import { createSocket } from 'node:dgram'

export const TYPE_A = 1
export const TYPE_AAAA = 28
const HEADER_BYTES = 12
const NO_ERROR = 0
const SERVER_FAILURE = 2
const NAME_ERROR = 3

/** Addresses by name and record type. */
export type Zone = Record<string, Partial<Record<number, readonly (readonly number[])[]>>>

/** A name server's fault: SERVFAIL, NXDOMAIN for every name, or no response. */
export type Outage = 'fails' | 'knows nothing' | 'is silent'

export interface NameServer {
  /** As `address:port`. */
  address: string
  /** The current outage; `null` ends it. */
  outage: Outage | null
  /** Number of queries so far. */
  asked: number
  close(): void
}

/** A DNS server (RFC 1035) with a few names; it never answers for `silent.example`. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    server.asked += 1
    const labels: string[] = []
    let offset = HEADER_BYTES
    for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
      labels.push(query.toString('ascii', offset + 1, offset + 1 + length))
      offset += length + 1
    }
    const name = labels.join('.')
    if (name === 'silent.example' || server.outage === 'is silent') return
    const type = query.readUInt16BE(offset + 1)
    const known = server.outage === null ? zone[name] : undefined
    const records = known?.[type] ?? []
    const failure = server.outage === 'fails' ? SERVER_FAILURE : NAME_ERROR
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180 | (known === undefined ? failure : NO_ERROR), 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt16BE(0, 10)
    const question = query.subarray(HEADER_BYTES, offset + 5)
    const answers = records.map((data) =>
      Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]),
    )
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    outage: null,
    asked: 0,
    close: () => void socket.close(),
  }
  return server
}
