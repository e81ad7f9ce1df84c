import type { Database } from '../store/database.ts'
import { createWaits } from './waits.ts'

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
  /** Ends all waits, and from now on nobody waits: the process is about to stop. */
  end(): void
  close(): Promise<void>
}

/** Hears of every changed session through the database, whichever process changed it. */
export async function openSessionWatch(database: Database): Promise<SessionWatch> {
  const waits = createWaits()
  let ended = false
  // What was said while the connection was down is lost: everybody looks again.
  const stopListening = await database.listen('sessions', waits.wake, waits.wakeAll)
  return {
    async changed({ id, merchantId }, timeoutMs, signal) {
      if (!ended) await waits.wait([id, merchantId], timeoutMs, signal)
    },
    wakeMerchant: waits.wake,
    end() {
      ended = true
      waits.wakeAll()
    },
    async close() {
      waits.wakeAll()
      await stopListening()
    },
  }
}
