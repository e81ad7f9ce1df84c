import type { Logger } from 'pino'

/**
 * Counts each request that somebody forwarded whom `TRUSTED_PROXIES` does not name, and says so once in the log: where
 * that is the operator's own proxy, all shoppers seem to have its address.
 */
export function createUnnamedProxies(
  log: Pick<Logger, 'warn'>,
  count: () => void,
): (address: string) => void {
  let isSaid = false
  return (address) => {
    count()
    if (isSaid) return
    isSaid = true
    log.warn(
      { address },
      `X-Forwarded-For came from ${address}, which TRUSTED_PROXIES does not name, and is not believed. ` +
        `If this is a proxy of yours, set TRUSTED_PROXIES=${address}, or its network: until then its shoppers count as ` +
        'one address, and where that address is private, the limits by address do not count them at all.',
    )
  }
}
