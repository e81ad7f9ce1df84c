import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../database/engine/database.ts'
import { addSessionOpenings } from '../database/sessions/session-openings.ts'

const FLUSH_MS = 1000
/** Maximum of openings that wait for the next flush; others are recorded when their browser connects again. */
const PENDING_MAX = 10_000
/** Sessions that this process remembers, and does not write again. */
const KNOWN_MAX = 50_000

export interface SessionOpeningLog {
  /** Records that a browser follows this session since `at`, the time of its merchant's clock. Neither waits nor throws. */
  record(sessionId: string, at: Date): void
  /** Writes the pending openings. */
  flush(): Promise<void>
}

/**
 * Records when a browser first followed a session, for its timeline. Written within a second, in one statement, apart from
 * the shopper's request; a process that is killed loses that second.
 */
export function createSessionOpeningLog(
  { database, log }: { database: Database; log: Pick<Logger, 'warn'> },
  // Does not keep the process alive.
  after: (ms: number, run: () => void) => void = (ms, run) => void setTimeout(run, ms).unref(),
): SessionOpeningLog {
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  let pending = new Map<string, Date>()
  let isScheduled = false

  async function flush(): Promise<void> {
    isScheduled = false
    if (pending.size === 0) return
    const openings = [...pending].map(([sessionId, openedAt]) => ({ sessionId, openedAt }))
    pending = new Map()
    try {
      await addSessionOpenings(database, openings)
    } catch (error) {
      for (const { sessionId } of openings) known.delete(sessionId)
      log.warn({ err: error, openings: openings.length }, 'openings of sessions were not recorded')
    }
  }

  return {
    record(sessionId, at) {
      if (known.has(sessionId) || pending.size >= PENDING_MAX) return
      known.set(sessionId, true)
      pending.set(sessionId, at)
      if (!isScheduled) after(FLUSH_MS, () => void flush())
      isScheduled = true
    },
    flush,
  }
}
