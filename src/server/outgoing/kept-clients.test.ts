import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createKeptClients, type KeptClient } from './kept-clients.ts'

async function serve(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function keep() {
  const at = { ms: 0 }
  const rules = { lookup: async () => [], allowLoopback: true, timeoutMs: 1000 }
  const clients = createKeptClients(rules, () => at.ms)
  onTestFinished(() => clients.close())
  return { at, clients }
}

async function use({ client }: KeptClient): Promise<void> {
  const { body } = await client.request({ method: 'GET', path: '/' })
  await body.dump()
}

it('S-81: a client serves an origin for half a minute; then its address is checked again', async () => {
  const { origin } = await serve()
  const { at, clients } = keep()
  const first = clients.acquire(origin)
  await use(first)
  clients.release(origin, first)
  at.ms = 29_999
  const again = clients.acquire(origin)
  expect([again === first, again.isReused]).toEqual([true, true])
  at.ms = 30_000
  clients.release(origin, again)
  expect(clients.acquire(origin)).not.toBe(first)
  expect(first.client.destroyed).toBe(true)
})

it('a client whose connection was closed while it was idle is not used again', async () => {
  const { server, origin } = await serve()
  const { clients } = keep()
  const first = clients.acquire(origin)
  await use(first)
  clients.release(origin, first)
  server.closeAllConnections()
  await expect.poll(() => first.client.destroyed).toBe(true)
  expect(clients.acquire(origin)).toMatchObject({ isReused: false })
})

it('no more than 32 clients of an origin are idle, and 256 of all', async () => {
  const { clients } = keep()
  const idleOf = (origin: string, count: number) => {
    const opened = Array.from({ length: count }, () => clients.open(origin))
    for (const kept of opened) clients.release(origin, kept)
    return opened.filter(({ client }) => !client.destroyed).length
  }
  expect(idleOf('http://one.example', 40)).toBe(32)
  const others = Array.from({ length: 300 }, (_, n) => idleOf(`http://${n}.example`, 1))
  expect(others.filter((count) => count === 1)).toHaveLength(256 - 32)
})
