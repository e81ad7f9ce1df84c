import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { translated } from '#http/read-address.ts'

/** IPv6 hands out global unicast addresses from 2000::/3 only; everything else is special or unassigned. */
const GLOBAL_UNICAST_MASK = 0xe000
const GLOBAL_UNICAST_PREFIX = 0x2000

/**
 * SSRF protection: only plain unicast addresses of the public internet are allowed. IPv4 addresses
 * inside IPv6 (mapped, compatible, translated, 6to4, Teredo) are refused, whatever they contain. One of NAT64's well-known
 * prefix (RFC 6052) is judged by the IPv4 address to which the network translates it.
 */
export function isPublicAddress(ip: string): boolean {
  const written = parseAddress(ip)
  const address = written && (translated(written) ?? written)
  if (address === undefined || address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || isGlobalUnicast(address)
}

export function isLoopbackAddress(ip: string): boolean {
  return parseAddress(ip)?.range() === 'loopback'
}

/** `isIP` first: ipaddr.js also accepts octal, hexadecimal and short spellings, which no resolver returns. */
export function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(ip) === 0 || ip.includes('%') ? undefined : ipaddr.parse(ip)
}

function isGlobalUnicast({ parts: [first = 0] }: ipaddr.IPv6): boolean {
  return (first & GLOBAL_UNICAST_MASK) === GLOBAL_UNICAST_PREFIX
}
