import { loggablePaths } from '#domain/loggable-paths.ts'
import type { Logger } from 'pino'
import type { Database } from '../database/engine/database.ts'
import { addRefusedCalls, type RefusedCalls } from '../database/merchants/refused-calls.ts'

const FLUSH_MS = 1000
const HOUR_MS = 3_600_000
/** Distinct rows that a process adds for a key in an hour; the rest are counted without their fields. */
const ROWS_PER_KEY_MAX = 200
/** Maximum of rows that wait for the next flush; further ones are dropped. */
const PENDING_MAX = 10_000

export interface RefusedCall {
  keyId: string
  operation: string
  code: string
  /** The paths of the fields that the refusal names. */
  paths: readonly string[]
  requestId: string
}

export interface RefusedCallLog {
  record(call: RefusedCall): void
  /** Writes the pending rows. */
  flush(): Promise<void>
}

/**
 * Counts refused calls of merchants for the dashboard, by the hour. Written within a second, in one statement; a process that
 * is killed loses that second.
 */
export function createRefusedCallLog(
  { database, clock, log }: { database: Database; clock: () => Date; log: Pick<Logger, 'warn'> },
  // Does not keep the process alive.
  after: (ms: number, run: () => void) => void = (ms, run) => void setTimeout(run, ms).unref(),
): RefusedCallLog {
  let pending = new Map<string, RefusedCalls>()
  let isScheduled = false
  let hourMs = 0
  let known = new Map<string, Set<string>>()

  /** False when the row is new and the key has reached its maximum of distinct rows in this hour. */
  function isAllowed(keyId: string, name: string): boolean {
    const names = known.get(keyId) ?? new Set()
    known.set(keyId, names)
    if (names.size >= ROWS_PER_KEY_MAX && !names.has(name)) return false
    names.add(name)
    return true
  }

  function add(calls: RefusedCalls, name: string): void {
    const before = pending.get(name)
    if (before === undefined && pending.size >= PENDING_MAX) return
    pending.set(name, { ...calls, calls: calls.calls + (before?.calls ?? 0) })
  }

  async function flush(): Promise<void> {
    isScheduled = false
    if (pending.size === 0) return
    const calls = [...pending.values()]
    pending = new Map()
    try {
      await addRefusedCalls(database, calls)
    } catch (error) {
      log.warn({ err: error, calls: calls.length }, 'refused calls were not counted')
    }
  }

  return {
    record({ keyId, operation, code, requestId, ...call }) {
      const lastAt = clock()
      const now = Math.floor(lastAt.getTime() / HOUR_MS) * HOUR_MS
      if (now !== hourMs) known = new Map()
      hourMs = now
      const named = loggablePaths(call.paths)
      const paths = isAllowed(keyId, [operation, code, ...named].join(' ')) ? named : []
      const name = [keyId, now, operation, code, ...paths].join(' ')
      const hour = new Date(now)
      add({ keyId, hour, operation, code, paths, calls: 1, lastAt, lastRequestId: requestId }, name)
      if (!isScheduled) after(FLUSH_MS, () => void flush())
      isScheduled = true
    },
    flush,
  }
}
