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
  close(): Promise<void>
}

/** Hears of every changed session through the database, whichever process changed it. */
export async function openSessionWatch(database: Database): Promise<SessionWatch> {
  const waits = createWaits()
  // What was said while the connection was down is lost: everybody looks again.
  const stopListening = await database.listen('sessions', waits.wake, waits.wakeAll)
  return {
    changed: ({ id, merchantId }, timeoutMs, signal) =>
      waits.wait([id, merchantId], timeoutMs, signal),
    wakeMerchant: waits.wake,
    async close() {
      waits.wakeAll()
      await stopListening()
    },
  }
}
