import type { Database } from '#server/database/engine/database.ts'
import { EVENTS_CHANNEL } from '#server/database/events/events.ts'
import type { SessionWatch } from '#server/service/watch/session-watch.ts'
import { createWaits } from '#server/service/watch/waits.ts'

/** Long poll: waits for the next event of a merchant. */
export interface EventWatch {
  /** Resolves at a new event, at the time-out or when the signal aborts, whichever is first. */
  nextEvent: (merchantId: string, timeoutMs: number, signal: AbortSignal) => Promise<void>
  /** Aborts on `close()`, which ends all waits. */
  closed: AbortSignal
  close(): Promise<void>
}

/** Subscribes to new events written by any process. */
export async function openEventWatch(
  database: Database,
  { onGap }: Pick<SessionWatch, 'onGap'>,
): Promise<EventWatch> {
  const waits = createWaits()
  const closing = new AbortController()
  // Notifications are lost while the connection is down, so a reconnect wakes every wait to read again.
  const stopListening = await database.listen(EVENTS_CHANNEL, waits.wake, waits.wakeAll)
  onGap(waits.wakeAll)
  return {
    nextEvent: (merchantId, timeoutMs, signal) => waits.wait([merchantId], timeoutMs, signal),
    closed: closing.signal,
    async close() {
      closing.abort()
      waits.wakeAll()
      await stopListening()
    },
  }
}
