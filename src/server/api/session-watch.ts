import type { Database } from '../database/database.ts'
import { publishMarker, readSessionNotice, SESSIONS_CHANNEL } from '../database/session-notices.ts'
import { CLOCKS, createChangeLog, type ChangePage, MARK } from './change-log.ts'
import { createWaits } from './waits.ts'

export interface WatchedSession {
  id: string
  merchantId: string
}

/** Long polling: lets a call wait until a session has changed. */
export interface SessionWatch {
  /** Resolves when the session or its merchant's clock changes, on time-out, or on abort. */
  changed(session: WatchedSession, timeoutMs: number, signal: AbortSignal): Promise<void>
  /** The changes of all sessions and clocks after a cursor; long-polls for the first one. */
  changesAfter(
    cursor: string | undefined,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ChangePage>
  /** Wakes all waits for a merchant's sessions: its clock has changed. */
  wakeMerchant(merchantId: string): void
  /** Graceful shutdown: ends all waits and makes later ones return at once. */
  end(): void
  close(): Promise<void>
}

/** Wait key for any change. */
const ANY = 'any'

/** Subscribes to session changes through LISTEN, whichever process made them. */
export async function openSessionWatch(
  database: Database,
  countMs: () => number = () => performance.now(),
): Promise<SessionWatch> {
  const waits = createWaits()
  let ended = false
  const early: string[] = []
  let receive = (payload: string) => void early.push(payload)
  let onGap = () => undefined as void
  const stopListening = await database.listen(
    SESSIONS_CHANNEL,
    (payload) => receive(payload),
    () => onGap(),
  )
  const log = createChangeLog(await publishMarker(database), countMs)
  receive = (payload) => {
    const { name, version } = readSessionNotice(payload)
    log.add({ topic: name, version })
    if (name === MARK) return
    waits.wake(name)
    waits.wake(ANY)
  }
  onGap = () => {
    // Notifications sent while the connection was down are lost: every waiter reads again.
    log.breakOff()
    waits.wakeAll()
    void publishMarker(database).catch(() => undefined)
  }
  early.forEach(receive)
  return {
    async changed({ id, merchantId }, timeoutMs, signal) {
      if (!ended) await waits.wait([id, merchantId], timeoutMs, signal)
    },
    async changesAfter(cursor, timeoutMs, signal) {
      const page = log.since(cursor)
      const isNews = cursor === undefined || page.changes.length > 0 || !page.complete
      if (isNews || ended || timeoutMs === 0) return page
      await waits.wait([ANY], timeoutMs, signal)
      return log.since(page.cursor)
    },
    wakeMerchant(merchantId) {
      log.add({ topic: CLOCKS, version: null })
      waits.wake(merchantId)
      waits.wake(ANY)
    },
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
