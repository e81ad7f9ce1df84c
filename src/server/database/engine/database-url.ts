const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s
const PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/
const PORT_MAX = 65_535
/** The values of libpq's `target_session_attrs` that ask for a server that takes writes. */
const WRITERS = ['read-write', 'primary']
const ONE_HOST_ONLY = ['host', 'hostaddr', 'port']

type DatabaseUrl =
  | { ok: true; urls: readonly [string, ...string[]] }
  | { ok: false; problem: string }

/**
 * Reads a URL as libpq does, which allows several hosts separated by commas: returns one URL for each host, in their order.
 * A URL of one host is returned as it is. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme, authority = '', rest = ''] = PARTS.exec(text) ?? []
  if (scheme === undefined) return refuse('must be postgres://user:password@host:5432/database')
  const hostsFrom = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(hostsFrom).split(',')
  const repeated = repeatedParameter(rest)
  // guard: single-parameters
  if (repeated !== undefined) return refuse(`has ${repeated} twice: leave one`)
  if (hosts.length === 1) return URL.canParse(text) ? { ok: true, urls: [text] } : refuse(MALFORMED)
  const urls = hosts.map((host) => scheme + authority.slice(0, hostsFrom) + host + rest)
  const problem = problemOf(hosts, urls)
  const [first, ...others] = urls
  return problem === undefined && first !== undefined
    ? { ok: true, urls: [first, ...others] }
    : refuse(problem ?? MALFORMED)
}

const MALFORMED = 'is not a URL'

/** The parameter that is given more than once: the driver takes its last value, a check of the URL its first. */
function repeatedParameter(rest: string): string | undefined {
  const names = [...(URL.parse(`postgres://host${rest}`)?.searchParams.keys() ?? [])]
  return names.find((name, index) => names.indexOf(name) !== index)
}

function problemOf(hosts: readonly string[], urls: readonly string[]): string | undefined {
  for (const [index, host] of hosts.entries()) {
    const [, name, port = '5432'] = PORT.exec(host) ?? []
    if (name === undefined || name === '')
      return `has no name of a host, or a wrong port, at place ${index + 1} of ${hosts.length}`
    if (Number(port) < 1 || Number(port) > PORT_MAX) return `has a wrong port at ${name}`
  }
  if (new Set(hosts).size < hosts.length) return 'names a host twice'
  const url = URL.parse(urls[0] ?? '')
  if (url === null) return MALFORMED
  const twice = ONE_HOST_ONLY.find((name) => url.searchParams.has(name))
  if (twice !== undefined) return `names several hosts, and ${twice} besides`
  const wanted = url.searchParams.get('target_session_attrs')
  return wanted === null || WRITERS.includes(wanted)
    ? undefined
    : `has target_session_attrs=${wanted}, and the checkout needs the host that takes writes: read-write`
}

function refuse(problem: string): DatabaseUrl {
  return { ok: false, problem }
}

/** A host and its port, without the user and the password: for messages. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${decodeURIComponent(hostname)}:${port === '' ? '5432' : port}`
}
