import ipaddr from 'ipaddr.js'
import { parseAddress } from './public-address.ts'

/** The operator's private networks in which webhook endpoints may be, besides the public internet. */
export interface CallbackNetworks {
  allows(address: string, port: number): boolean
}

const PRIVATE_RANGES = ['private', 'carrierGradeNat', 'uniqueLocal']
/** Private addresses at which clouds give a machine its credentials. Those of 169.254.0.0/16 are link-local. */
const METADATA_ADDRESSES = ['100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254']

/**
 * Parses private addresses and CIDR ranges. Inside them loopback, link-local and metadata addresses and the ports of the
 * checkout itself stay refused. Throws a RangeError that names the first invalid entry.
 */
export function callbackNetworks(
  entries: readonly string[],
  ownPorts: readonly number[],
): CallbackNetworks {
  const networks = entries.map(parseNetwork)
  return {
    allows(text, port) {
      const address = parseAddress(text)
      if (address === undefined || !PRIVATE_RANGES.includes(address.range())) return false
      if (METADATA_ADDRESSES.includes(address.toString()) || ownPorts.includes(port)) return false
      return networks.some(([base, bits]) => isIn(address, base, bits))
    },
  }
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

function parseNetwork(entry: string): Network {
  const [text = '', prefix] = entry.split('/')
  const base = parseAddress(text)
  if (base === undefined || !ipaddr.isValidCIDR(prefix === undefined ? `${text}/0` : entry))
    throw new RangeError(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`)
  const bits = prefix === undefined ? base.toByteArray().length * 8 : Number(prefix)
  if (!endsOf(base, bits).every((end) => PRIVATE_RANGES.includes(end.range())))
    throw new RangeError(`"${entry}" is no network of private addresses such as 10.0.0.0/8`)
  return [base, bits]
}

/** The first and the last address of a network. */
function endsOf(base: ipaddr.IPv4 | ipaddr.IPv6, bits: number) {
  const family = base instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  const cidr = `${base.toString()}/${bits}`
  return [family.networkAddressFromCIDR(cidr), family.broadcastAddressFromCIDR(cidr)]
}

function isIn(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  base: ipaddr.IPv4 | ipaddr.IPv6,
  bits: number,
): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}
