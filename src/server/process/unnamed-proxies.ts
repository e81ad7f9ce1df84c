import type { Logger } from 'pino'

/**
 * Counts requests forwarded by a proxy outside of `TRUSTED_PROXIES`, and logs the first. If it is the operator's proxy,
 * all shoppers seem to have its address.
 */
export function createUnnamedProxies(
  log: Pick<Logger, 'warn'>,
  count: () => void,
): (address: string) => void {
  let isLogged = false
  return (address) => {
    count()
    if (isLogged) return
    isLogged = true
    log.warn(
      { address },
      `X-Forwarded-For came from ${address}, which TRUSTED_PROXIES does not name, and is not believed. ` +
        `If this is a proxy of yours, set TRUSTED_PROXIES=${address}, or its network: until then its shoppers count as ` +
        'one address, and where that address is private, the limits by address do not count them at all.',
    )
  }
}

/** Logs the first `X-Forwarded-For` of a trusted proxy that ends with no address. Limits count all such clients as one. */
export function createUnreadableForwards(log: Pick<Logger, 'warn'>): (address: string) => void {
  let isLogged = false
  return (address) => {
    if (isLogged) return
    isLogged = true
    log.warn(
      { address },
      `The X-Forwarded-For of the proxy ${address} does not end with an address, so its shoppers count as one network. ` +
        'Let it write the address of its client, with or without a port.',
    )
  }
}
