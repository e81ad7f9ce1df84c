import { lookup, Resolver } from 'node:dns/promises'
import type { CallbackNetworks } from './callback-networks.ts'

export interface HostAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a host name. Rejects with an error that has a `code` when there is none. */
export type ResolveHost = (hostname: string) => Promise<readonly HostAddress[]>

export interface ResolveHostOptions {
  /** Name servers as `address:port`. Default: those of the machine. */
  servers?: readonly string[]
  /** Timeout of each try of a query; there are two tries. */
  timeoutMs?: number
}

/**
 * Resolves a name as the machine does, with its `/etc/hosts` and search domains, by getaddrinfo. It runs on the process's four
 * threads, so it is for operators who name private networks.
 */
const resolveAsSystem: ResolveHost = async (hostname) => {
  const addresses = await lookup(hostname, { all: true })
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

const DNS_TIMEOUT_MS = 2000
const DNS_TRIES = 2

/** Names of private networks are often known to the machine alone. */
export function callbackLookup(networks: CallbackNetworks | undefined): ResolveHost {
  return networks === undefined ? createResolveHost() : resolveAsSystem
}

const LOOPBACK: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Queries the name servers without getaddrinfo, which runs on the process's small thread pool: there,
 * one merchant's slow name server would delay all others.
 */
export function createResolveHost({
  servers,
  timeoutMs = DNS_TIMEOUT_MS,
}: ResolveHostOptions = {}): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries: DNS_TRIES })
  if (servers !== undefined) resolver.setServers(servers)

  return async (hostname) => {
    if (/(^|\.)localhost\.?$/i.test(hostname)) return LOOPBACK
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const addresses: HostAddress[] = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({
        address,
        family: 4 as const,
      })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({
        address,
        family: 6 as const,
      })),
    ]
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason
    return addresses
  }
}
