// Preloaded into a process: names under .merchant.test resolve to a public address, as production requires, and
// connections to them end at RECEIVER_PORT on localhost. TLS and the product's own checks are untouched.
import { promises as dns } from 'node:dns'
import tls from 'node:tls'

const SUFFIX = '.merchant.test'
const PUBLIC_ADDRESS = '93.184.215.14'
const HERE = [{ address: '127.0.0.1', family: 4 }]

const { prototype } = dns.Resolver
const resolve4 = Reflect.get(prototype, 'resolve4') as (hostname: string) => Promise<string[]>
Object.assign(prototype, {
  async resolve4(this: typeof prototype, hostname: string) {
    return hostname.endsWith(SUFFIX) ? [PUBLIC_ADDRESS] : resolve4.call(this, hostname)
  },
})

type Found = (error: Error | null, addresses: unknown) => void
type Lookup = (hostname: string, options: object, found: Found) => void

const connect = Reflect.get(tls, 'connect') as (options: Record<string, unknown>) => tls.TLSSocket
Object.assign(tls, {
  connect(options: Record<string, unknown>) {
    const { host, lookup } = options
    if (typeof host !== 'string' || !host.endsWith(SUFFIX)) return connect(options)
    // Runs the product's own lookup first: what it refuses stays refused.
    const vetted: Lookup = (hostname, how, found) =>
      (lookup as Lookup)(hostname, { ...how, all: true }, (error) => found(error, HERE))
    const port = Number(process.env['RECEIVER_PORT'])
    return connect({ ...options, port, lookup: vetted, autoSelectFamily: true })
  },
})
