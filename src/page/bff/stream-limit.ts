import { createSemaphore, type Release } from '#domain/limits/semaphore.ts'

const STREAMS_MAX = 20_000
const STREAMS_PER_REFERENCE_MAX = 6
/** Shoppers share addresses: beyond this number their pages poll. */
const STREAMS_PER_NETWORK_MAX = 200

/** Concurrency limit of open streams: per process, per session and per network of the shopper. */
export interface StreamLimit {
  /**
   * Undefined when no permit is left. Without a network, as behind a proxy that is not configured, only the limits per
   * process and session apply.
   */
  acquire(reference: string, network?: string): Release | undefined
}

export function createStreamLimit(): StreamLimit {
  const ofSessions = createSemaphore({
    permitsMax: STREAMS_MAX,
    permitsPerKeyMax: STREAMS_PER_REFERENCE_MAX,
  })
  const ofNetworks = createSemaphore({ permitsPerKeyMax: STREAMS_PER_NETWORK_MAX })
  return {
    acquire(reference, network) {
      // guard: stream-limit
      const releaseNetwork = network === undefined ? () => undefined : ofNetworks.acquire(network)
      if (releaseNetwork === undefined) return undefined
      const releaseSession = ofSessions.acquire(reference)
      if (releaseSession === undefined) {
        releaseNetwork()
        return undefined
      }
      return () => {
        releaseSession()
        releaseNetwork()
      }
    },
  }
}
