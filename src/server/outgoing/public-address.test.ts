import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

const SPECIAL_V6 = [
  '::/128',
  '::1/128',
  '::/96', // IPv4-compatible
  '::ffff:0:0/96', // IPv4-mapped
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32', // Teredo
  '2001:2::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const v4Text = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.')

const v6Text = (value: bigint): string =>
  [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n]
    .map((group) => ((value >> (group * 16n)) & 0xffffn).toString(16))
    .join(':')

const v4Value = (text: string): bigint =>
  text.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n)

function v6Value(text: string): bigint {
  const [head = '', tail = ''] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)]
  return all.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n)
}

/** The first, the last and a hundred random addresses of a range. */
function addressesOf(cidr: string): string[] {
  const [base = '', length = ''] = cidr.split('/')
  const isV6 = base.includes(':')
  const hostBits = BigInt((isV6 ? 128 : 32) - Number(length))
  const first = isV6 ? v6Value(base) : v4Value(base)
  const last = first + (1n << hostBits) - 1n
  const inside = fc.sample(fc.bigInt(first, last), { numRuns: 100, seed: 80 })
  return [first, last, ...inside].map(isV6 ? v6Text : v4Text)
}

describe('S-80: isPublicAddress', () => {
  it.each([...SPECIAL_V4, ...SPECIAL_V6])('refuses all of %s', (cidr) => {
    expect(addressesOf(cidr).filter(isPublicAddress)).toEqual([])
  })

  it.each(SPECIAL_V4)('refuses %s embedded in IPv6, in every form', (cidr) => {
    for (const ip of addressesOf(cidr)) {
      const hex = v6Text(v4Value(ip)).split(':').slice(-2).join(':')
      const wrapped = [`::ffff:${ip}`, `::${ip}`, `::ffff:0:${ip}`, `64:ff9b::${ip}`]
      expect([...wrapped, `::ffff:${hex}`, `2002:${hex}::`].filter(isPublicAddress)).toEqual([])
    }
  })

  it.each([
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2001:4860:4860::8888',
  ])('F-10, S-80: allows %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  it.each([
    '',
    'localhost',
    'example.com',
    '8.8.8',
    '134744072',
    '0x8.0x8.0x8.0x8',
    '010.8.8.8',
    '8.8.8.8.8',
    '8.8.8.256',
    '8.8.8.8/32',
    ' 8.8.8.8',
    '[2606:4700::1]',
    '2606:4700:4700::1111%eth0',
    'fe80::1%eth0',
    '4000::1',
    '1::1',
  ])('refuses %j, which is not a public address', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  it('never allows an IPv6 address outside 2000::/3, but for that of NAT64', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 128n) - 1n), (value) => {
        fc.pre(value >> 125n !== 1n)
        expect(isPublicAddress(v6Text(value))).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('isLoopbackAddress', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1'])('%s', (ip) => {
    expect(isLoopbackAddress(ip)).toBe(true)
  })

  it.each(['128.0.0.1', '0.0.0.0', '::', '::ffff:127.0.0.1', '10.0.0.1', 'localhost'])(
    'not %s',
    (ip) => {
      expect(isLoopbackAddress(ip)).toBe(false)
    },
  )
})
