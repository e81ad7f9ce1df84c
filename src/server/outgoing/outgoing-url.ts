import { isIP } from 'node:net'
import { LIMITS } from '#contract/limits.ts'
import type { Layout } from '#domain/layout.ts'
import type { CallbackNetworks } from './callback-networks.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

export interface OutgoingUrlRules {
  layout: Layout
  /** Allows loopback addresses, for development. No effect in production's layout. */
  allowLoopback: boolean
  /** Private networks that are allowed, too. Default: none. */
  networks?: CallbackNetworks | undefined
}

export type OutgoingUrlRefusal =
  | 'not_a_url'
  | 'https_required'
  | 'user_info_not_allowed'
  | 'address_not_public'

export type OutgoingUrlCheck = { ok: true; url: string } | { ok: false; reason: OutgoingUrlRefusal }

/** Names that never resolve to public addresses: RFC 6761, RFC 6762, RFC 8375 and common private suffixes. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'home.arpa',
  'lan',
]

/**
 * SSRF protection: whether a URL may be called for a merchant. The resolved address is checked again
 * at every connection, since DNS can change at any time (DNS rebinding).
 */
export function checkOutgoingUrl(text: string, rules: OutgoingUrlRules): OutgoingUrlCheck {
  const url = parseUrl(text)
  if (url === null) return { ok: false, reason: 'not_a_url' }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'user_info_not_allowed' }
  }
  if (url.protocol !== 'https:' && rules.layout === 'production') {
    return { ok: false, reason: 'https_required' }
  }
  if (!mayBeReached(url, rules)) return { ok: false, reason: 'address_not_public' }
  url.hash = ''
  return { ok: true, url: url.href }
}

/**
 * The URL parser drops line breaks and tabs and converts backslashes; refusing them ensures that the
 * stored URL is the one that was checked.
 */
function parseUrl(text: string): URL | null {
  const isPlain =
    text.length <= LIMITS.urlLengthMax && /^https?:\/\/[\x21-\x5b\x5d-\u{10ffff}]+$/iu.test(text)
  return isPlain ? URL.parse(text) : null
}

/** The parser has already normalized all spellings of an address (octal, hexadecimal, short, full-width). */
function mayBeReached(url: URL, { layout, allowLoopback, networks }: OutgoingUrlRules): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
  const loopbackAllowed = allowLoopback && layout === 'local'
  if (isIP(host) !== 0) {
    if (isPublicAddress(host) || networks?.allows(host, portOf(url)) === true) return true
    return loopbackAllowed && isLoopbackAddress(host)
  }
  if (isWithin(host, 'localhost')) return loopbackAllowed
  // A name of such a network has any form. Its address is checked at each connection.
  if (networks !== undefined) return true
  return host.includes('.') && !PRIVATE_SUFFIXES.some((suffix) => isWithin(host, suffix))
}

/** The port of a URL, also where it is the default of its protocol. */
export function portOf({ protocol, port }: { protocol: string; port: string }): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function isWithin(host: string, suffix: string): boolean {
  return host === suffix || host.endsWith(`.${suffix}`)
}
