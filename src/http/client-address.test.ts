import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, trustedProxies, untrustedProxy } from './client-address.ts'

const PROXIES = trustedProxies(['10.0.0.0/8', '203.0.113.7', '2001:db8::/32'])

describe('S-35: clientAddress', () => {
  it.each([
    ['198.51.100.1', null, '198.51.100.1'],
    ['::ffff:198.51.100.1', null, '198.51.100.1'],
    // A caller that is not a proxy can forge the header.
    ['198.51.100.1', '192.0.2.1', '198.51.100.1'],
    ['10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['::ffff:10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['2001:db8::5', '192.0.2.1', '192.0.2.1'],
    // Entries before the last one that a trusted proxy added can be forged.
    ['10.1.2.3', '1.1.1.1, 192.0.2.1', '192.0.2.1'],
    ['10.1.2.3', '192.0.2.1, 203.0.113.7', '192.0.2.1'],
    ['10.1.2.3', '10.9.9.9, 203.0.113.7', '10.9.9.9'],
    ['10.1.2.3', 'unknown', '10.1.2.3'],
    ['10.1.2.3', '', '10.1.2.3'],
  ])('for peer %s with X-Forwarded-For %s is %s', (peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, PROXIES)).toBe(address)
  })

  it('ignores the header when no proxy is trusted', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (peer, forwardedFor) => {
        expect(clientAddress(peer, forwardedFor, trustedProxies([]))).toBe(peer)
      }),
    )
  })
})

describe('untrustedProxy', () => {
  it.each([
    ['198.51.100.1', null, undefined],
    ['198.51.100.1', '192.0.2.1', '198.51.100.1'],
    ['::ffff:172.18.0.2', '192.0.2.1', '172.18.0.2'],
    ['10.1.2.3', '192.0.2.1', undefined],
    ['::ffff:10.1.2.3', '192.0.2.1', undefined],
  ])('for peer %s with X-Forwarded-For %s is %s', (peer, forwardedFor, address) => {
    expect(untrustedProxy(peer, forwardedFor, PROXIES)).toBe(address)
  })
})

describe('trustedProxies', () => {
  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '', '::1/129'])(
    'refuses "%s" by name',
    (entry) => {
      expect(() => trustedProxies([entry])).toThrow(`"${entry}" is neither`)
    },
  )
})
