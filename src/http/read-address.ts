import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const OCTETS = 4

/**
 * Reads an address. An IPv4 address that IPv6 carries, mapped (RFC 4291) or behind NAT64 (RFC 6052), is that IPv4 address; a
 * zone (`%eth0`) is cut. `isIP` comes first: ipaddr.js also reads octal, hexadecimal and short forms.
 */
export function readAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%')
  if (isIP(plain) === 0) return undefined
  const address = ipaddr.process(plain)
  return translated(address) ?? address
}

/** The IPv4 address to which NAT64 translates an address of its well-known prefix (RFC 6052). */
export function translated(address: Address): ipaddr.IPv4 | undefined {
  return address instanceof ipaddr.IPv6 && address.match(NAT64)
    ? new ipaddr.IPv4(address.toByteArray().slice(-OCTETS))
    : undefined
}

/**
 * Reads the address of a node as gateways and RFC 7239 write it: `203.0.113.5:44444`, `[2001:db8::1]:443`, `"[2001:db8::1]"`,
 * `for=203.0.113.5`. Undefined for `unknown`, an obfuscated `_name`, and what is no address.
 */
export function readNode(text: string): string | undefined {
  const node = text.trim().replace(/^for=/i, '').replace(/^"|"$/g, '')
  const [, inBrackets] = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(node) ?? []
  const host = inBrackets ?? (isIP(node) === 0 ? node.replace(/:\d{1,5}$/, '') : node)
  return readAddress(host)?.toString()
}
