import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostsInside } from '#proof/testing/server/address-notations.fixture.ts'
import { callbackNetworks } from './callback-networks.ts'
import type { BuildConnector } from './guarded-connector.ts'
import { checkOutgoingUrl } from './outgoing-url.ts'
import { callbackLookup, type ResolveHost } from './resolve-host.ts'
import { createSender } from './send-webhook.ts'

const OWN_PORTS = [4245, 5432]
const networks = callbackNetworks(
  ['10.0.0.0/8', '192.168.7.7', 'fd00::/8', '100.64.0.0/10'],
  OWN_PORTS,
)
const production = { layout: 'production', allowLoopback: false, networks } as const

describe('R-83: the private networks of callbacks', () => {
  it.each(['10.0.0.0', '10.255.255.255', '192.168.7.7', 'fd00::1', 'fdff:ffff::1', '100.64.0.1'])(
    'contain %s',
    (address) => {
      expect(networks.allows(address, 443)).toBe(true)
      expect(networks.allows(address, 8443)).toBe(true)
    },
  )

  it.each([
    '9.255.255.255',
    '11.0.0.0',
    '192.168.7.8',
    '172.16.0.1',
    'fc00::1',
    '127.0.0.1',
    '::1',
    '0.0.0.0',
    '169.254.169.254',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '100.100.100.200',
    'fd00:ec2::254',
    'fd20:ce::254',
    '10.0.0.1%eth0',
    '010.0.0.1',
    'shop.example',
    '',
  ])('do not contain %j', (address) => {
    expect(networks.allows(address, 443)).toBe(false)
  })

  it('allow no port at which the checkout or its database listens', () => {
    for (const port of OWN_PORTS) expect(networks.allows('10.0.0.1', port)).toBe(false)
  })

  it('contain exactly the addresses of their prefix', () => {
    const address = fc.array(fc.nat(255), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(address, fc.integer({ min: 8, max: 32 }), address, (base, bits, other) => {
        const valueOf = (parts: readonly number[]) =>
          parts.reduce((sum, part) => sum * 256 + part, 10)
        const size = 2 ** (32 - bits)
        const isInside = Math.floor(valueOf(base) / size) === Math.floor(valueOf(other) / size)
        const named = callbackNetworks([`10.${base.join('.')}/${bits}`], [])
        expect(named.allows(`10.${other.join('.')}`, 443)).toBe(isInside)
      }),
    )
  })

  it.each([
    ['0.0.0.0/0', 'private addresses'],
    ['::/0', 'private addresses'],
    ['10.0.0.0/7', 'private addresses'],
    ['127.0.0.0/8', 'private addresses'],
    ['169.254.0.0/16', 'private addresses'],
    ['8.8.8.0/24', 'private addresses'],
    ['fe80::/10', 'private addresses'],
    ['10.0.0.0/33', 'neither'],
    ['10.0.0.0/8/8', 'neither'],
    ['10.0.0.0/', 'neither'],
    ['10.0.0', 'neither'],
    ['shop.internal', 'neither'],
    ['', 'neither'],
  ])('are not %j', (entry, sentence) => {
    expect(() => callbackNetworks(['10.0.0.0/8', entry], [])).toThrow(sentence)
    expect(() => callbackNetworks([entry], [])).toThrow(`"${entry}"`)
  })
})

describe('R-83: checkOutgoingUrl with private networks', () => {
  it.each([
    'https://10.1.2.3/hooks',
    'https://10.1.2.3:8443/hooks',
    'https://[fd00::7]/hooks',
    'https://shop/hooks',
    'https://shop.internal/hooks',
    'https://shop.example/hooks',
    'https://8.8.8.8/hooks',
  ])('accepts %s', (url) => {
    expect(checkOutgoingUrl(url, production)).toEqual({ ok: true, url })
  })

  it.each([
    ['http://10.1.2.3/hooks', 'https_required'],
    ['http://shop.internal/hooks', 'https_required'],
    ['https://10.1.2.3:5432/', 'address_not_public'],
    ['https://172.16.0.1/', 'address_not_public'],
    ['https://127.0.0.1/', 'address_not_public'],
    ['https://localhost/', 'address_not_public'],
    ['https://shop.localhost/', 'address_not_public'],
    ['https://169.254.169.254/', 'address_not_public'],
    ['https://[fd00:ec2::254]/', 'address_not_public'],
  ])('refuses %s', (url, reason) => {
    expect(checkOutgoingUrl(url, production)).toEqual({ ok: false, reason })
  })

  it('S-80: refuses every other internal host, in every notation', () => {
    const other = callbackNetworks(['10.77.77.0/24'], [])
    const taken = hostsInside().filter((host) => {
      const { hostname } = new URL(`https://${host}/`)
      const isName = !/^[\d.:a-f[\]]+$/.test(hostname)
      return !isName && checkOutgoingUrl(`https://${host}/`, { ...production, networks: other }).ok
    })
    expect(taken).toEqual([])
  })
})

describe('R-83: a delivery into a private network', () => {
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = createServer((_request, response) => response.end('taken'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ;({ port } = server.address() as AddressInfo)
  })
  afterAll(() => {
    server.close()
  })

  /** Connects to the local listener in place of the vetted address. */
  const connector: BuildConnector = (options) => (target, callback) => {
    const open = () => {
      const socket = connect(port, '127.0.0.1', () => callback(null, socket))
    }
    if (/^\d/.test(target.hostname)) open()
    else if (options !== undefined && 'lookup' in options)
      options.lookup?.(target.hostname, { all: true }, (error) =>
        error === null ? open() : callback(error, null),
      )
  }

  const post = (url: string, lookup: ResolveHost, named = true) =>
    createSender({
      lookup,
      allowLoopback: false,
      connector,
      clock: () => new Date(),
      ...(named && { networks }),
    }).post({ url, headers: {}, body: '{}' })

  const at =
    (...addresses: string[]): ResolveHost =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

  it('arrives, by address and by name', async () => {
    expect(await post('http://10.1.2.3/hooks', at())).toMatchObject({ statusCode: 200 })
    expect(await post('http://shop/hooks', at('10.1.2.3'))).toMatchObject({ statusCode: 200 })
    expect(await post('http://shop/', at('fd00::7'))).toMatchObject({ statusCode: 200 })
  })

  it.each([
    ['a port of the checkout', 'http://shop:5432/', '10.1.2.3', true],
    ['a metadata address', 'http://shop/', 'fd00:ec2::254', true],
    ['loopback', 'http://shop/', '127.0.0.1', true],
    ['an address outside of the networks', 'http://shop/', '172.16.0.1', true],
    ['networks that are not named', 'http://shop.example/', '10.1.2.3', false],
  ])('is refused at the connection: %s', async (_, url, address, named) => {
    const refused = { error: 'address_not_allowed' }
    expect(await post(url, at(address), named)).toMatchObject(refused)
    expect(await post(url, at('10.1.2.3', address), named)).toMatchObject(refused)
  })

  it('has its name resolved as the machine does', async () => {
    expect(await callbackLookup(networks)('localhost')).toContainEqual({
      address: '127.0.0.1',
      family: 4,
    })
    await expect(callbackLookup(networks)('shop.invalid')).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    })
  })
})
