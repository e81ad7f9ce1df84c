import type { Database } from '../store/database.ts'

export interface WatchedSession {
  id: string
  merchantId: string
}

/** Lets a call wait until a session has changed. */
export interface SessionWatch {
  /** Resolves when the session or its merchant's clock changed, the time is over, or the signal aborts; whichever is first. */
  changed(session: WatchedSession, timeoutMs: number, signal: AbortSignal): Promise<void>
  /** Ends all waits for sessions of a merchant: their time has changed. */
  wakeMerchant(merchantId: string): void
  close(): Promise<void>
}

interface Waiting {
  merchantId: string
  wake: () => void
}

/** Hears of every changed session through the database, whichever process changed it. */
export async function openSessionWatch(database: Database): Promise<SessionWatch> {
  const waiting = new Map<string, Set<Waiting>>()
  const wake = (sessionId: string) => {
    for (const waits of waiting.get(sessionId) ?? []) waits.wake()
  }
  // What was said while the connection was down is lost: everybody looks again.
  const wakeAll = () => {
    for (const sessionId of waiting.keys()) wake(sessionId)
  }
  const stopListening = await database.listen('sessions', wake, wakeAll)

  function changed(
    { id, merchantId }: WatchedSession,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        const others = waiting.get(id)
        others?.delete(self)
        if (others?.size === 0) waiting.delete(id)
        resolve()
      }
      const self = { merchantId, wake: done }
      const timer = setTimeout(done, timeoutMs)
      signal.addEventListener('abort', done)
      const others = waiting.get(id) ?? new Set()
      waiting.set(id, others.add(self))
    })
  }

  return {
    changed,
    wakeMerchant(merchantId) {
      for (const waits of [...waiting.values()].flatMap((ofSession) => [...ofSession]))
        if (waits.merchantId === merchantId) waits.wake()
    },
    async close() {
      wakeAll()
      await stopListening()
    },
  }
}
