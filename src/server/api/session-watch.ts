import type { Database } from '../database/database.ts'
import { publishMarker, readSessionNotice, SESSIONS_CHANNEL } from '../database/session-notices.ts'
import { CLOCKS, createChangeLog, type ChangePage, MARK } from './change-log.ts'
import { createWaits } from './waits.ts'

export interface WatchedSession {
  id: string
  merchantId: string
}

/** Lets a call wait until a session has changed. */
export interface SessionWatch {
  /** Resolves when the session or its merchant's clock changed, the time is over, or the signal aborts; whichever is first. */
  changed(session: WatchedSession, timeoutMs: number, signal: AbortSignal): Promise<void>
  /** What changed after a cursor, of all sessions and clocks: waits for the first of it, as long or as short. */
  changesAfter(
    cursor: string | undefined,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ChangePage>
  /** Ends all waits for sessions of a merchant: their time has changed. */
  wakeMerchant(merchantId: string): void
  /** Ends all waits, and from now on nobody waits: the process is about to stop. */
  end(): void
  close(): Promise<void>
}

/** Who waits for any change. */
const ANY = 'any'

/** Hears of every changed session through the database, whichever process changed it. */
export async function openSessionWatch(
  database: Database,
  countMs: () => number = () => performance.now(),
): Promise<SessionWatch> {
  const waits = createWaits()
  let ended = false
  const early: string[] = []
  let hear = (payload: string) => void early.push(payload)
  let missed = () => undefined as void
  const stopListening = await database.listen(
    SESSIONS_CHANNEL,
    (payload) => hear(payload),
    () => missed(),
  )
  const log = createChangeLog(await publishMarker(database), countMs)
  hear = (payload) => {
    const { name, version } = readSessionNotice(payload)
    log.add({ topic: name, version })
    if (name === MARK) return
    waits.wake(name)
    waits.wake(ANY)
  }
  missed = () => {
    // What was said while the connection was down is lost: everybody looks again.
    log.breakOff()
    waits.wakeAll()
    void publishMarker(database).catch(() => undefined)
  }
  early.forEach(hear)
  return {
    async changed({ id, merchantId }, timeoutMs, signal) {
      if (!ended) await waits.wait([id, merchantId], timeoutMs, signal)
    },
    async changesAfter(cursor, timeoutMs, signal) {
      const heard = log.since(cursor)
      const isNews = cursor === undefined || heard.changes.length > 0 || !heard.complete
      if (isNews || ended || timeoutMs === 0) return heard
      await waits.wait([ANY], timeoutMs, signal)
      return log.since(heard.cursor)
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
