import { isIP } from 'node:net'
import { isLoopbackHost } from '#domain/loopback-host.ts'
import { readDatabaseUrl } from '#server/database/engine/database-url.ts'

/** Ports to which browsers, and Node's fetch, refuse to connect: https://fetch.spec.whatwg.org/#port-blocking. */
const BLOCKED_PORTS: readonly number[] = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
]

export function isBlockedPort(port: number): boolean {
  return BLOCKED_PORTS.includes(port)
}

/** Whether browsers allow passkeys at this origin: it must be https with a host name, or `localhost`. */
export function isFitForPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isLocal || (protocol === 'https:' && !isIpAddress(hostname))
}

/** Also takes IPv6 in brackets, as URLs write it. */
function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0
}

/** 32 random bytes have at least this many different values, except in one case of 10¹⁸. */
const DIFFERENT_BYTES_MIN = 16

/** Whether the bytes are certainly not random: too few different values, such as zeros, or printable text. */
export function isNoRandomKey(bytes: Uint8Array): boolean {
  return (
    // guard: random-key
    new Set(bytes).size < DIFFERENT_BYTES_MIN || bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  )
}

/** Whether, for each host of the URL, the connection stays on this machine or is encrypted to a verified server. */
export function isProtectedDatabase(text: string): boolean {
  const read = readDatabaseUrl(text)
  return read.ok && read.urls.every(isProtectedHost)
}

function isProtectedHost(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  // The driver takes an empty parameter for an absent one.
  const parameter = (name: string) => url.searchParams.get(name) || undefined
  const host = parameter('host') ?? decodeURIComponent(url.hostname)
  if (host === '' || host.startsWith('/')) return true
  if (isLoopbackHost(host)) return true
  const mode = parameter('sslmode')
  // guard: verified-database
  return mode === 'verify-full' || (mode === undefined && parameter('sslrootcert') !== undefined)
}

/** Whether a text is a URL by http or https with `{cep}` once, in its path or query, and without a password. */
export function isPostalCodeUrl(text: string): boolean {
  const [before, after, ...more] = text.split('{cep}')
  const url = URL.parse(`${before}00000000${after}`)
  if (after === undefined || more.length > 0 || url === null || url.hash !== '') return false
  const isPlain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain && !url.host.includes('00000000') && !isBlockedPort(Number(url.port))
}
