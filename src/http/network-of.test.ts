import { expect, it } from 'vitest'
import { networkOf } from './network-of.ts'

// tests guard: shared-networks

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['100.63.255.255', '100.63.255.255'],
  ['100.128.0.1', '100.128.0.1'],
  ['169.253.0.1', '169.253.0.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  // Behind NAT64 (RFC 6052), and mapped (RFC 4291): the network is that of the IPv4 address.
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
])('S-142: %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  '127.0.0.1',
  '10.0.0.7',
  '172.18.0.2',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.7.7',
  '::1',
  'fd00::1',
  'fe80::1%eth0',
  '::ffff:10.0.0.7',
  '64:ff9b::10.0.0.7',
  '',
])('S-125: %s is the address of no shopper', (address) => {
  expect(networkOf(address)).toBeUndefined()
})

it('S-142: the prefix of a local NAT64 (RFC 8215) is an IPv6 network as any other', () => {
  expect(networkOf('64:ff9b:1::192.0.2.1')).toBe('64:ff9b:1:0::/64')
})
