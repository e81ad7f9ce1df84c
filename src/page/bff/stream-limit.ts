import { createSemaphore, type Semaphore } from '../../domain/limits/semaphore.ts'

const STREAMS_MAX = 20_000
const STREAMS_PER_REFERENCE_MAX = 6

/** Concurrency limit of open streams, per process and per session. */
export function createStreamLimit(): Semaphore {
  return createSemaphore({ permitsMax: STREAMS_MAX, permitsPerKeyMax: STREAMS_PER_REFERENCE_MAX })
}
