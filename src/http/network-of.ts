import ipaddr from 'ipaddr.js'
import { readAddress } from './read-address.ts'

const GROUPS_OF_NETWORK = 4

/** Ranges whose addresses a network gives out for itself: behind a proxy that is not configured, all shoppers have one. */
const SHARED = [
  'private',
  // guard: shared-networks
  'carrierGradeNat',
  'loopback',
  'linkLocal',
  'uniqueLocal',
]

/** The client behind a trusted proxy whose `X-Forwarded-For` names no address. All such clients count as one network. */
export const UNREADABLE = 'unreadable'

/**
 * The network that limits count by: an IPv4 address, or the /64 of an IPv6 address, within which a client can use any
 * address. Undefined for private, shared (RFC 6598) and link-local networks, and where there is no address.
 */
export function networkOf(text: string): string | undefined {
  if (text === UNREADABLE) return text
  const address = readAddress(text)
  if (address === undefined || SHARED.includes(address.range())) return undefined
  if (address instanceof ipaddr.IPv4) return address.toString()
  const groups = address.parts.slice(0, GROUPS_OF_NETWORK)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}
