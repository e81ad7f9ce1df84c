import { BlockList, isIP, isIPv6 } from 'node:net'

/** What a server knows of a caller beside the request. A call within the process has none. */
export interface Client {
  address: string
}

/** The proxies of an operator, whose word on an address counts. */
export interface TrustedProxies {
  trusts(address: string): boolean
}

const NOBODY: TrustedProxies = { trusts: () => false }

/** Throws a RangeError that names the entry which is neither an address nor a network such as 10.0.0.0/8. */
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
  if (entries.length === 0) return NOBODY
  return { trusts: (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') }
}

/**
 * Who called: the other end of the connection, or, behind trusted proxies, the last address of `X-Forwarded-For` that is
 * none of theirs. What stands before that one anybody may have written.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string {
  let address = plain(peer)
  const said = (forwardedFor ?? '').split(',').map((text) => plain(text.trim()))
  while (proxies.trusts(address)) {
    const before = said.pop()
    if (before === undefined || isIP(before) === 0) break
    address = before
  }
  return address
}

/** The other end of the connection, where it says that it forwards for somebody and is no trusted proxy. */
export function untrustedProxy(
  peer: string,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string | undefined {
  const address = plain(peer)
  return forwardedFor === null || proxies.trusts(address) ? undefined : address
}

/** IPv4 as sockets of IPv6 write it, in its own form. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}
