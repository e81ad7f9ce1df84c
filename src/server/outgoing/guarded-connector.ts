import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import type { CallbackNetworks } from './callback-networks.ts'
import { portOf } from './outgoing-url.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

class AddressNotAllowed extends Error {
  override name = 'AddressNotAllowed'
  readonly code = 'address_not_allowed'
}

class NameNotFound extends Error {
  override name = 'NameNotFound'
  readonly code = 'ENOTFOUND'
}

/** undici's factory of connection functions. */
export type BuildConnector = typeof buildConnector

export interface ConnectionRules {
  lookup: ResolveHost
  allowLoopback: boolean
  /** Private networks that are allowed, too. Default: none. */
  networks?: CallbackNetworks | undefined
  timeoutMs: number
  /** Default: undici's. */
  connector?: BuildConnector
}

/** Only the first addresses of a name are tried. */
const ADDRESSES_MAX = 8

/**
 * SSRF protection: connects to vetted addresses only. The check is part of the connection's own
 * lookup, so that the checked address is the one connected to; DNS rebinding between two lookups has
 * no effect. IP addresses in the URL skip the lookup and are checked here.
 */
export function guardedConnector(rules: ConnectionRules): buildConnector.connector {
  const { allowLoopback, networks, timeoutMs } = rules
  return (options, callback) => {
    const isAllowed = (address: string): boolean =>
      isPublicAddress(address) ||
      (allowLoopback && isLoopbackAddress(address)) ||
      networks?.allows(address, portOf(options)) === true
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed(host)) {
      callback(new AddressNotAllowed('the address is not allowed'), null)
      return
    }
    const connect = (rules.connector ?? buildConnector)({
      allowH2: false,
      maxCachedSessions: 0,
      timeout: timeoutMs,
      lookup: vettingLookup(rules.lookup, isAllowed),
    })
    connect(options, callback)
  }
}

/**
 * One forbidden address refuses the whole name: a legitimate name has no private address among its
 * public ones.
 */
function vettingLookup(
  lookup: ResolveHost,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  const vet = async (hostname: string) => {
    const addresses = await lookup(hostname)
    const [first] = addresses
    if (first === undefined) throw new NameNotFound('the name has no address')
    if (!addresses.every(({ address }) => isAllowed(address))) {
      throw new AddressNotAllowed('the name leads to an address that is not allowed')
    }
    // guard: one-lookup
    return { first, addresses: addresses.slice(0, ADDRESSES_MAX) }
  }

  const vetThen = callbackify(vet)
  return (hostname, options, callback) => {
    vetThen(hostname, (error, vetted) => {
      if (error !== null) callback(error, [])
      else if (options.all === true) callback(null, vetted.addresses)
      else callback(null, vetted.first.address, vetted.first.family)
    })
  }
}
