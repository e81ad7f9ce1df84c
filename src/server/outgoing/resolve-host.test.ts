import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { startNameServer, TYPE_A, TYPE_AAAA, type Zone } from '#proof/testing/name-server.ts'
import { createResolveHost } from './resolve-host.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function nameServer(zone: Zone): Promise<string> {
  const server = await startNameServer(zone)
  closers.push(() => server.close())
  return server.address
}

const V6 = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]

describe('createResolveHost', () => {
  it('returns the addresses of both families', async () => {
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

  it('R-46: rejects with a code when the name is unknown or the server is silent', async () => {
    const resolveHost = createResolveHost({ servers: [await nameServer({})], timeoutMs: 100 })
    await expect(resolveHost('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolveHost('silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  })

  it('R-46: unanswered names delay neither other names nor file access', async () => {
    const server = await nameServer({ 'four.example': { [TYPE_A]: [[8, 8, 8, 8]] } })
    const resolveHost = createResolveHost({ servers: [server], timeoutMs: 60_000 })
    let ended = 0
    for (let name = 0; name < 60; name++)
      void resolveHost('silent.example')
        .catch(() => undefined)
        .finally(() => ended++)
    expect(await resolveHost('four.example')).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect((await readFile(import.meta.filename)).length).toBeGreaterThan(0)
    expect(ended).toBe(0)
  })

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost'])(
    'resolves %s without a query',
    async (hostname) => {
      const resolveHost = createResolveHost({ servers: ['127.0.0.1:1'] })
      expect(await resolveHost(hostname)).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ])
    },
  )
})
