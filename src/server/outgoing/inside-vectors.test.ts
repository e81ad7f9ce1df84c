import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostsInside, hostsOf, valueOf } from '#proof/testing/server/address-notations.fixture.ts'
import { checkOutgoingUrl } from './outgoing-url.ts'
import { isPublicAddress } from './public-address.ts'
import type { HostAddress, ResolveHost } from './resolve-host.ts'
import { createSender } from './send-webhook.ts'

const inside = hostsInside()
const SETTINGS = [
  { layout: 'production', allowLoopback: false },
  { layout: 'production', allowLoopback: true },
  { layout: 'local', allowLoopback: false },
] as const

describe('S-80: hosts that lead to internal addresses', () => {
  it('are more than a thousand', () => {
    expect(inside.length).toBeGreaterThan(1000)
  })

  it.each(SETTINGS)(
    'are refused as a webhook endpoint in the layout $layout, loopback $allowLoopback',
    (settings) => {
      const taken = inside.filter((host) => checkOutgoingUrl(`https://${host}/hooks`, settings).ok)
      expect(taken).toEqual([])
    },
  )

  it('are accepted in every notation when they are public', () => {
    const outside = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '223.255.255.255'].flatMap((address) =>
      hostsOf(valueOf(address)).filter((host) => !host.startsWith('[')),
    )
    const [production] = SETTINGS
    const refused = outside.filter((host) => !checkOutgoingUrl(`https://${host}/`, production).ok)
    expect(refused).toEqual([])
    expect(outside.length).toBeGreaterThan(50)
  })
})

describe('at the connection', () => {
  let connections = 0
  let port = 0
  /** Accepts connections on every address of this machine. */
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '::', resolve))
    ;({ port } = server.address() as AddressInfo)
  })
  afterAll(() => {
    server.close()
  })

  const post = (lookup: ResolveHost, host: string, allowLoopback = false) =>
    createSender({ lookup, allowLoopback, clock: () => new Date(), timeoutMs: 5000 }).post({
      url: `http://${host}:${port}/`,
      headers: {},
      body: '{}',
    })

  it('S-80: are refused again, written out or resolved from a name', async () => {
    const before = connections
    const outcomes = new Map<string, number>()
    for (const host of inside) {
      const { hostname } = new URL(`http://${host}/`)
      const address = hostname.replaceAll(/[[\]]/g, '')
      const family = address.includes(':') ? 6 : 4
      const isName = !/^[\d.:a-f]+$/.test(address)
      const lookup: ResolveHost = async () => [
        isName ? { address: '127.0.0.1', family: 4 } : { address, family },
      ]
      for (const asked of [host, 'store.example']) {
        const { error, statusCode } = await post(lookup, asked)
        const outcome = String(error ?? statusCode)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    expect(Object.fromEntries(outcomes)).toEqual({ address_not_allowed: 2 * inside.length })
    expect(connections).toBe(before)
  })

  it('S-81: a name that alternates a thousand times between public and internal is never connected to internally', async () => {
    const before = connections
    // Stands in for a public address: only loopback is allowed here.
    const outside: HostAddress = { address: '127.0.0.1', family: 4 }
    // A connection to either address would reach this listener.
    const insideV4: HostAddress = { address: '0.0.0.0', family: 4 }
    const insideV6: HostAddress = { address: '::ffff:127.0.0.1', family: 6 }
    const answers: readonly (readonly HostAddress[])[] = [
      [outside],
      [insideV4],
      [outside],
      [outside, insideV4],
      [insideV4, outside],
      [outside, insideV6],
      [outside],
      [...Array.from({ length: 12 }, () => outside), insideV4],
      [insideV6],
    ]
    let lookups = 0
    const expected: boolean[] = []
    const rebinding: ResolveHost = async () => {
      const answer = answers[lookups++ % answers.length] ?? []
      // Slow name servers: later lookups begin before earlier ones end.
      await new Promise((resolve) => setTimeout(resolve, lookups % 7 === 0 ? 20 : 0))
      expected.push(answer.every(({ address }) => address === outside.address))
      return answer
    }
    const errors: (string | undefined)[] = []
    for (let round = 0; round < 50; round++) {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => post(rebinding, 'store.example', true)),
      )
      errors.push(...results.map(({ error }) => error))
    }
    const allowed = expected.filter(Boolean).length
    expect(lookups).toBe(1000)
    expect(allowed).toBeGreaterThan(300)
    expect(errors.filter((error) => error === 'address_not_allowed')).toHaveLength(1000 - allowed)
    expect(connections - before).toBe(allowed)
  })

  it('S-80: the listener of this test receives connections to loopback', async () => {
    const before = connections
    expect(isPublicAddress('127.0.0.1')).toBe(false)
    expect(await post(async () => [], '127.0.0.1', true)).toMatchObject({
      error: 'connection_closed',
    })
    expect(connections).toBe(before + 1)
  })
})
