import type { Context } from 'hono'
import { networkOf } from './limits/network-of.ts'

/** What a server knows of a browser beside the request. A call within the process has none. */
export interface Client {
  address: string
}

/** What the limits of this backend count by; undefined for whom they do not know apart from others. */
export function networkOfClient({ env }: Context): string | undefined {
  const { address } = (env ?? {}) as Partial<Client>
  return address === undefined ? undefined : networkOf(address)
}
