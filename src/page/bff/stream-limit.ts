import { createSemaphore, type Semaphore } from '../../domain/limits/semaphore.ts'

const STREAMS_MAX = 20_000
const STREAMS_PER_REFERENCE_MAX = 6

/** Bounds what open streams cost this process, and by reference how many of them one session may hold. */
export function createStreamLimit(): Semaphore {
  return createSemaphore({ permitsMax: STREAMS_MAX, permitsPerKeyMax: STREAMS_PER_REFERENCE_MAX })
}
