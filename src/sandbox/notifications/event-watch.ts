import type { Database } from '../../server/database/database.ts'
import { EVENTS_CHANNEL } from '../../server/database/events.ts'
import { createWaits } from '../../server/api/waits.ts'

/** Lets a call wait until something happened to a merchant. */
export interface EventWatch {
  /** Resolves when there is a new event, the time is over, or the signal aborts; whichever is first. */
  happened: (merchantId: string, timeoutMs: number, signal: AbortSignal) => Promise<void>
  /** Aborts when it is closed: nobody waits any longer. */
  closed: AbortSignal
  close(): Promise<void>
}

/** Hears of every new event through the database, whichever process wrote it. */
export async function openEventWatch(database: Database): Promise<EventWatch> {
  const waits = createWaits()
  const closing = new AbortController()
  // What was said while the connection was down is lost: everybody looks again.
  const stopListening = await database.listen(EVENTS_CHANNEL, waits.wake, waits.wakeAll)
  return {
    happened: (merchantId, timeoutMs, signal) => waits.wait([merchantId], timeoutMs, signal),
    closed: closing.signal,
    async close() {
      closing.abort()
      waits.wakeAll()
      await stopListening()
    },
  }
}
