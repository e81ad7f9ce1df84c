import { createSemaphore, type Release } from '#domain/limits/semaphore.ts'
import type { AcquirePage } from '../site.ts'

/** Part of the permits that one network may hold: the others stay for everybody else. */
const SHARE_OF_NETWORK = 0.5

/** Permits to render: those of the process, of which one network holds at most its share. */
export function createPageLimit(
  acquire: () => Release | undefined,
  permitsMax: number,
): AcquirePage {
  const ofNetworks = createSemaphore({
    permitsPerKeyMax: Math.max(1, Math.floor(permitsMax * SHARE_OF_NETWORK)),
  })
  return (network) => {
    if (network === undefined) return acquire()
    const releaseNetwork = ofNetworks.acquire(network)
    const release = releaseNetwork && acquire()
    if (release === undefined) {
      releaseNetwork?.()
      return undefined
    }
    return () => {
      release()
      releaseNetwork?.()
    }
  }
}
