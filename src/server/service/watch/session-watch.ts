import type { Database } from '../../database/engine/database.ts'
import {
  ALIVE,
  GAP,
  LEFT,
  MARK,
  publishLife,
  publishMarker,
  readSessionNotice,
  SESSIONS_CHANNEL,
} from '../../database/sessions/session-notices.ts'
import { CLOCKS, createChangeLog, type ChangePage } from './change-log.ts'
import { BEAT_MS, createPublishers } from './publishers.ts'
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
  /** Registers a listener that is called when notices, of any channel, may be missing. */
  onGap(listener: () => void): void
  /**
   * Publishes every 2 s that this process is alive. For a process that gathers notices: when it falls silent, all others
   * assume that notices are missing.
   */
  keepAlive(): void
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
  const gapListeners = new Set<() => void>()
  let beats: NodeJS.Timeout | undefined
  let ended = false
  const early: string[] = []
  let receive = (payload: string): void => void early.push(payload)
  let onGap = () => undefined as void
  const stopListening = await database.listen(
    SESSIONS_CHANNEL,
    (payload) => receive(payload),
    () => onGap(),
  )
  const tag = await publishMarker(database)
  const log = createChangeLog(tag, countMs)
  const publishers = createPublishers(tag, () => onGap())
  receive = (payload) => {
    const { name, version, publisher } = readSessionNotice(payload)
    if (name === ALIVE) return publishers.heard(publisher)
    if (name === LEFT) return publishers.left(publisher)
    if (name === GAP) return onGap()
    log.add({ topic: name, version })
    if (name === MARK) return
    waits.wake(name)
    waits.wake(ANY)
  }
  onGap = () => {
    // The connection was down, or a process died before it published: every waiter reads again.
    log.breakOff()
    waits.wakeAll()
    for (const listener of gapListeners) listener()
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
    onGap: (listener) => void gapListeners.add(listener),
    keepAlive() {
      const beat = () => void publishLife(database, ALIVE, tag).catch(() => undefined)
      beats ??= setInterval(beat, BEAT_MS).unref()
      beat()
    },
    end() {
      ended = true
      waits.wakeAll()
    },
    async close() {
      waits.wakeAll()
      if (beats !== undefined) {
        clearInterval(beats)
        await publishLife(database, LEFT, tag).catch(() => undefined)
      }
      await stopListening()
    },
  }
}
