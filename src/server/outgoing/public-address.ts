import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IPv6 hands out global unicast addresses from 2000::/3 only; everything else is special or unassigned. */
const GLOBAL_UNICAST_MASK = 0xe000
const GLOBAL_UNICAST_PREFIX = 0x2000

/**
 * Whether an address may be connected to on a merchant's behalf: a plain unicast address of the public internet. An
 * IPv4 address inside IPv6 (mapped, compatible, translated, 6to4, Teredo) is not, whatever it holds.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip)
  if (address === undefined || address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || isGlobalUnicast(address)
}

export function isLoopbackAddress(ip: string): boolean {
  return parseAddress(ip)?.range() === 'loopback'
}

/** `isIP` first: ipaddr.js also reads octal, hexadecimal and short spellings, which no resolver ever answers with. */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(ip) === 0 || ip.includes('%') ? undefined : ipaddr.parse(ip)
}

function isGlobalUnicast({ parts: [first = 0] }: ipaddr.IPv6): boolean {
  return (first & GLOBAL_UNICAST_MASK) === GLOBAL_UNICAST_PREFIX
}
