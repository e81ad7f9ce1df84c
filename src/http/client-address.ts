import type { X509Certificate } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { UNREADABLE } from './network-of.ts'
import { readAddress, readNode } from './read-address.ts'

/** The network peer of a request. Calls within the process have none. */
export interface Client {
  address: string
  /** The certificate whose private key the client has proved to hold, to this process or to a trusted proxy. */
  certificate?: X509Certificate | undefined
}

/** Reverse proxies whose X-Forwarded-For is trusted. */
export interface TrustedProxies {
  trusts(address: string): boolean
}

const TRUSTS_NONE: TrustedProxies = { trusts: () => false }

/** Parses addresses and CIDR ranges. Throws a RangeError that names the first invalid entry. */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix, ...more] = entry.split('/')
    const bits = Number(prefix)
    const bitsMax = isIPv6(address) ? 128 : 32
    const isNetwork = prefix !== undefined && /^\d{1,3}$/.test(prefix) && bits <= bitsMax
    if (isIP(address) === 0 || more.length > 0 || (prefix !== undefined && !isNetwork))
      throw new RangeError(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`)
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (isNetwork) list.addSubnet(address, bits, family)
    else list.addAddress(address, family)
  }
  if (entries.length === 0) return TRUSTS_NONE
  return { trusts: (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') }
}

/**
 * The client's address: the peer of the connection or, behind trusted proxies, the last entry of
 * `X-Forwarded-For` that is not a trusted proxy. Earlier entries can be forged. `UNREADABLE` where that entry names no address.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string {
  let address = plain(peer)
  const forwarded = (forwardedFor ?? '').split(',').filter((text) => text.trim() !== '')
  while (proxies.trusts(address)) {
    const before = forwarded.pop()
    if (before === undefined) break
    const read = readNode(before)
    // guard: unreadable-forward
    if (read === undefined) return UNREADABLE
    address = read
  }
  return address
}

/** The peer's address when it sends X-Forwarded-For without being a trusted proxy. */
export function untrustedProxy(
  peer: string,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string | undefined {
  const address = plain(peer)
  return forwardedFor === null || proxies.trusts(address) ? undefined : address
}

/** Whether the peer of a connection is a trusted proxy. */
export function trustsPeer(peer: string, proxies: TrustedProxies): boolean {
  return proxies.trusts(plain(peer))
}

/** As `readAddress` writes it, which is how entries of `TRUSTED_PROXIES` are compared. */
function plain(address: string): string {
  return readAddress(address)?.toString() ?? address
}
