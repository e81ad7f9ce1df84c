import { BlockList, isIP, isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_NETWORK = 4

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  // guard: shared-networks
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

/**
 * The network that limits count by: an IPv4 address, or the /64 of an IPv6 address, within which a client can use any
 * address. Undefined for private, shared (RFC 6598) and link-local networks: behind a proxy that is not configured,
 * all shoppers have such an address.
 */
export function networkOf(address: string): string | undefined {
  const [plain = ''] = address.split('%')
  if (isIP(plain) === 0 || PRIVATE.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return undefined
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail)
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Splits IPv6 groups. An IPv4 suffix fills the last two groups, outside the /64. */
function groupsOf(text: string): string[] {
  const groups = text === '' ? [] : text.split(':')
  return groups.flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}
