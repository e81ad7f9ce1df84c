import type { Client } from 'undici'
import { createGuardedClients, type ClientRules } from './guarded-client.ts'

/** A client for one request, then for the next one to the same origin. */
export interface KeptClient {
  client: Client
  /** Whether it has served a request before: its connection may have been closed since. */
  isReused: boolean
  openedAtMs: number
}

export interface KeptClients {
  acquire(origin: string): KeptClient
  /** Opens a new client, even when one is idle. */
  open(origin: string): KeptClient
  /** Keeps the client for the next request, once the answer to the last one was read to its end. */
  release(origin: string, kept: KeptClient): void
  /** Closes idle connections. */
  close(): void
}

/** Shorter than the time after which any usual server closes an idle connection. */
const IDLE_MS = 4000
/** Clients of this age are not kept: a new one resolves the name and checks its addresses again. */
const LIFE_MS = 30_000
const IDLE_MAX = 256
const IDLE_PER_ORIGIN_MAX = 32

/** Keeps connections alive for the next delivery to the same origin: bounded in number, idle time and life. */
export function createKeptClients(
  rules: Omit<ClientRules, 'idleMs'>,
  nowMs: () => number = () => performance.now(),
): KeptClients {
  const clientOf = createGuardedClients({ ...rules, idleMs: IDLE_MS })
  const idle = new Map<string, KeptClient[]>()
  let idleCount = 0

  function open(origin: string): KeptClient {
    const kept = { client: clientOf(origin), isReused: false, openedAtMs: nowMs() }
    kept.client.on('disconnect', () => drop(origin, kept))
    return kept
  }

  function drop(origin: string, kept: KeptClient): void {
    const ofOrigin = idle.get(origin)
    const index = ofOrigin?.indexOf(kept) ?? -1
    if (ofOrigin === undefined || index < 0) return
    ofOrigin.splice(index, 1)
    forget(origin, ofOrigin)
    void kept.client.destroy()
  }

  function forget(origin: string, ofOrigin: KeptClient[]): void {
    idleCount -= 1
    if (ofOrigin.length === 0) idle.delete(origin)
  }

  return {
    open,
    acquire(origin) {
      const ofOrigin = idle.get(origin)
      // The one that was used last, so that connections in excess time out.
      const kept = ofOrigin?.pop()
      if (ofOrigin === undefined || kept === undefined) return open(origin)
      forget(origin, ofOrigin)
      return kept
    },
    release(origin, kept) {
      const ofOrigin = idle.get(origin) ?? []
      const isOld = nowMs() - kept.openedAtMs >= LIFE_MS
      if (isOld || idleCount >= IDLE_MAX || ofOrigin.length >= IDLE_PER_ORIGIN_MAX) {
        void kept.client.destroy()
        return
      }
      kept.isReused = true
      ofOrigin.push(kept)
      idle.set(origin, ofOrigin)
      idleCount += 1
    },
    close() {
      const all = [...idle.values()].flat()
      idle.clear()
      idleCount = 0
      for (const { client } of all) void client.destroy()
    },
  }
}
