import { Email } from '#contract/values.ts'
import { isLoopbackHost } from '#domain/loopback-host.ts'
import { oneLine } from '#domain/one-line.ts'

export interface SmtpServer {
  host: string
  port: number
  /** `always`: implicit TLS. `required`: STARTTLS or no delivery. `offered`: STARTTLS when available. `never`: loopback. */
  tls: 'always' | 'required' | 'offered' | 'never'
  user: string | undefined
  password: string | undefined
}

const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const

/** Parses `smtp[s]://user:password@host:port`; undefined when invalid. Only the sandbox may send without TLS. */
export function parseSmtpUrl(
  text: string,
  { mustEncrypt }: { mustEncrypt: boolean },
): SmtpServer | undefined {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return undefined
  const { protocol, hostname, port, pathname, search, hash } = url
  if (hostname === '' || (pathname !== '' && pathname !== '/') || search !== '' || hash !== '')
    return undefined
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined || (user === '') !== (password === ''))
    return undefined
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? PORTS[protocol] : Number(port),
    tls: tlsOf(url, mustEncrypt),
    user: user || undefined,
    password: password || undefined,
  }
}

function tlsOf({ protocol, hostname }: URL, mustEncrypt: boolean): SmtpServer['tls'] {
  if (protocol === 'smtps:') return 'always'
  if (isLoopbackHost(hostname)) return 'never'
  return mustEncrypt ? 'required' : 'offered'
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The From address. */
export interface Sender {
  /** Display name; null for the merchant's name. */
  name: string | null
  address: string
}

const WITH_NAME = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/

/** Parses `recibos@loja.example` or `Loja <recibos@loja.example>`; undefined when it is neither. */
export function parseSender(text: string): Sender | undefined {
  const { name = '', address = text } = WITH_NAME.exec(text.trim())?.groups ?? {}
  const parsed = Email.safeParse(address.trim())
  return parsed.success ? { name: oneLine(name) || null, address: parsed.data } : undefined
}
