import { createSocket } from 'node:dgram'
import { afterEach, describe, expect, it } from 'vitest'
import { createResolveHost } from './resolve-host.ts'

const TYPE_A = 1
const TYPE_AAAA = 28
const HEADER_BYTES = 12
const NAME_ERROR = 3

type Zone = Record<string, Partial<Record<number, readonly (readonly number[])[]>>>

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A name server (RFC 1035) that knows a few names, and says nothing at all about `silent.example`. */
async function nameServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let offset = HEADER_BYTES
    for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
      labels.push(query.toString('ascii', offset + 1, offset + 1 + length))
      offset += length + 1
    }
    const name = labels.join('.')
    if (name === 'silent.example') return
    const type = query.readUInt16BE(offset + 1)
    const records = zone[name]?.[type] ?? []
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180 | (zone[name] === undefined ? NAME_ERROR : 0), 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt16BE(0, 10)
    const question = query.subarray(HEADER_BYTES, offset + 5)
    const answers = records.map((data) =>
      Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]),
    )
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  closers.push(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const V6 = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]

describe('createResolveHost', () => {
  it('answers with the addresses of both families', async () => {
    const server = await nameServer({
      'both.example': {
        [TYPE_A]: [
          [1, 1, 1, 1],
          [10, 0, 0, 1],
        ],
        [TYPE_AAAA]: [V6],
      },
      'four.example': { [TYPE_A]: [[8, 8, 8, 8]] },
      'six.example': { [TYPE_AAAA]: [V6] },
    })
    const resolveHost = createResolveHost({ servers: [server] })
    expect(await resolveHost('both.example')).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ])
    expect(await resolveHost('four.example')).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await resolveHost('six.example')).toEqual([
      { address: '2606:4700:4700::1111', family: 6 },
    ])
  })

  it('rejects with a code when the name is unknown or the server is silent', async () => {
    const resolveHost = createResolveHost({ servers: [await nameServer({})], timeoutMs: 100 })
    await expect(resolveHost('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolveHost('silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  })

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost'])(
    'knows %s without asking',
    async (hostname) => {
      const resolveHost = createResolveHost({ servers: ['127.0.0.1:1'] })
      expect(await resolveHost(hostname)).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ])
    },
  )
})
