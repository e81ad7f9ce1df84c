import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDice } from './dice.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'

describe('the fault proxy', () => {
  let received: string
  let proxy: FaultProxy
  let end: () => Promise<void>

  /** An echo server. */
  beforeEach(async () => {
    received = ''
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString()
        socket.write(chunk)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    proxy = await startFaultProxy({ host: '127.0.0.1', port }, createDice(1))
    end = async () => {
      await proxy.close()
      server.close()
    }
  })
  afterEach(() => end())

  async function open(): Promise<{
    socket: Socket
    answered: () => string
    closed: Promise<unknown>
  }> {
    const socket = connect(proxy.port, '127.0.0.1')
    let answer = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await once(socket, 'connect')
    return { socket, answered: () => answer, closed }
  }

  it.each([
    ['nothing', undefined],
    ['latency', { type: 'latency', ms: 5, jitterMs: 5 }],
    ['slices', { type: 'slice', bytes: 1 }],
  ] as const)('passes everything on, in order, with %s', async (_name, toxic) => {
    proxy.poison('up', toxic)
    proxy.poison('down', toxic)
    const { socket, answered } = await open()
    socket.write('one ')
    socket.write('two')
    await expect.poll(answered).toBe('one two')
  })

  it('drops in a black hole, and heals', async () => {
    const { socket, answered } = await open()
    proxy.poison('down', { type: 'black hole' })
    socket.write('lost ')
    await expect.poll(() => received).toBe('lost ')
    proxy.heal()
    socket.write('kept')
    await expect.poll(answered).toContain('kept')
  })

  it('cuts after a text, which the server received and whose response is lost', async () => {
    proxy.poison('up', { type: 'cut after text', text: 'commit' })
    const { socket, answered, closed } = await open()
    socket.write('begin')
    await expect.poll(answered).toBe('begin')
    socket.write('commit')
    await closed
    await expect.poll(() => received).toBe('begincommit')
    expect(answered()).toBe('begin')
  })

  it('cuts after a number of bytes', async () => {
    proxy.poison('up', { type: 'cut after bytes', bytes: 3 })
    const { socket, closed } = await open()
    socket.write('12345')
    await closed
    await expect.poll(() => received).toBe('123')
  })

  it('resets a connection on its use, and open connections', async () => {
    const first = await open()
    proxy.cut()
    await first.closed
    proxy.poison('up', { type: 'reset' })
    const second = await open()
    second.socket.write('x')
    await second.closed
    expect(received).toBe('')
  })
})
