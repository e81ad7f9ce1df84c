import { isIP } from 'node:net'
import type { Context } from 'hono'
import { networkOf } from './network-of.ts'

/** What a server knows about a client besides the request; absent for calls within the process. */
export interface Client {
  address: string
}

/** The network that rate limits count by; undefined when the client cannot be told apart. */
export function networkOfClient({ env }: Context): string | undefined {
  const { address } = (env ?? {}) as Partial<Client>
  return address === undefined ? undefined : networkOf(address)
}

/** Undefined where none is known, or what a proxy named is none. */
export function addressOfClient({ env }: Context): string | undefined {
  const { address = '' } = (env ?? {}) as Partial<Client>
  return isIP(address) === 0 ? undefined : address
}
