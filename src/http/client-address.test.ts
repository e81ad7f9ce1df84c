import { isIP } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, trustedProxies, untrustedProxy } from './client-address.ts'
import { networkOf, UNREADABLE } from './network-of.ts'

// tests guard: unreadable-forward

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
    ['10.1.2.3', '', '10.1.2.3'],
    ['10.1.2.3', '192.0.2.1, ', '192.0.2.1'],
    ['::ffff:a01:203', '192.0.2.1', '192.0.2.1'],
  ])('for peer %s with X-Forwarded-For %s is %s', (peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, PROXIES)).toBe(address)
  })

  it.each([
    '192.0.2.1:44444',
    ' 192.0.2.1:44444',
    '"192.0.2.1:44444"',
    'for=192.0.2.1',
    'For="192.0.2.1:44444"',
    '::ffff:192.0.2.1',
    '::FFFF:C000:201',
    '[::ffff:192.0.2.1]:443',
    '64:ff9b::192.0.2.1',
    '[64:ff9b::c000:201]',
    '198.51.100.9:1, 192.0.2.1:44444',
    '192.0.2.1:44444, 203.0.113.7:443',
    '192.0.2.1, [2001:db8::5]:443',
  ])('S-143: of %s is 192.0.2.1', (forwardedFor) => {
    expect(clientAddress('10.1.2.3', forwardedFor, PROXIES)).toBe('192.0.2.1')
  })

  it.each([
    '2a00:1450::1',
    '[2a00:1450::1]',
    '[2a00:1450::1]:443',
    '"[2a00:1450::1]:443"',
    'for="[2A00:1450:0:0::1]:443"',
    '2a00:1450:0:0:0:0:0:1:443',
    '2a00:1450::1%eth0',
    '[2a00:1450::1%25eth0]',
  ])('S-143: of %s is 2a00:1450::1', (forwardedFor) => {
    expect(clientAddress('10.1.2.3', forwardedFor, PROXIES)).toBe('2a00:1450::1')
  })

  it.each([
    'unknown',
    '"unknown"',
    '_hidden',
    'for=_SEVKISEK',
    '192.0.2.1.',
    '192.0.2.256',
    '192.0.2.1:x',
    '192.0.2.1 44444',
    '0300.0.2.1',
    '[2a00:1450::1',
    '192.0.2.1, proxy.example',
  ])('S-143: of %s cannot be read, and counts as a network of its own', (forwardedFor) => {
    const address = clientAddress('10.1.2.3', forwardedFor, PROXIES)
    expect(address).toBe(UNREADABLE)
    expect(networkOf(address)).toBe(UNREADABLE)
  })

  it('S-143: whatever a trusted proxy writes, a limit counts it, unless it is an address of a private network', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        fc.pre(text.split(',').some((entry) => entry.trim() !== ''))
        const address = clientAddress('10.1.2.3', text, PROXIES)
        expect(networkOf(address) !== undefined || isIP(address) > 0).toBe(true)
      }),
    )
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
