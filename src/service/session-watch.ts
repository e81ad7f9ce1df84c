import type { Database } from '../store/database.ts'

/** Lets a call wait until a session has changed. */
export interface SessionWatch {
  /** Resolves when the session changed, the time is over, or the signal aborts; whichever is first. */
  changed(sessionId: string, timeoutMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Hears of every changed session through the database, whichever process changed it. */
export async function openSessionWatch(database: Database): Promise<SessionWatch> {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (sessionId: string) => {
    for (const resolve of waiting.get(sessionId) ?? []) resolve()
  }
  // What was said while the connection was down is lost: everybody looks again.
  const wakeAll = () => {
    for (const sessionId of waiting.keys()) wake(sessionId)
  }
  const stopListening = await database.listen('sessions', wake, wakeAll)

  function changed(sessionId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        const others = waiting.get(sessionId)
        others?.delete(done)
        if (others?.size === 0) waiting.delete(sessionId)
        resolve()
      }
      const timer = setTimeout(done, timeoutMs)
      signal.addEventListener('abort', done)
      const others = waiting.get(sessionId) ?? new Set()
      waiting.set(sessionId, others.add(done))
    })
  }

  return {
    changed,
    async close() {
      wakeAll()
      await stopListening()
    },
  }
}
