import type { Socket } from 'node:net'

/** Of the time, for refusing; the rest is for the admitted calls. */
const SHARE = 1 / 4
/** So many are read again at once, or this part of all who wait for it. */
const TOGETHER_MIN = 64
const TOGETHER_PART = 1 / 8
const PAUSE_MAX_MS = 500

export type Connection = Pick<Socket, 'pause' | 'resume'>

interface PaceOptions {
  /** Monotonic. */
  nowMs: () => number
  /** When all have been read who had sent something. */
  afterTurn: (work: () => void) => void
  after: (work: () => void, ms: number) => void
}

const REAL: PaceOptions = {
  nowMs: () => performance.now(),
  afterTurn: (work) => void setImmediate(work),
  after: (work, ms) => void setTimeout(work, ms),
}

/**
 * Backpressure: a refused connection is read again only after the admitted calls had their time. In one turn of its loop a process reads
 * from all connections, and the database's answers wait meanwhile: without pauses a crowd would make each turn as long as it is large.
 * What is sent meanwhile waits in the buffers of the connection.
 */
export function paceRefused({ nowMs, afterTurn, after }: PaceOptions = REAL): (
  refused: Connection,
) => void {
  let refused: Connection[] = []
  let beganMs = 0
  /** In the order in which they are read again. */
  const paused = new Set<Connection>()
  let untilMs: number | undefined

  function endTurn(): void {
    const endedMs = nowMs()
    const owedMs = (endedMs - beganMs) * (1 / SHARE - 1)
    for (const connection of refused) {
      connection.pause()
      paused.add(connection)
    }
    refused = []
    if (untilMs === undefined) after(readAgain, owedMs)
    untilMs = Math.min((untilMs ?? endedMs) + owedMs, endedMs + PAUSE_MAX_MS)
  }

  function readAgain(): void {
    const leftMs = (untilMs ?? 0) - nowMs()
    if (leftMs > 0) {
      after(readAgain, leftMs)
      return
    }
    const together = Math.max(TOGETHER_MIN, Math.ceil(paused.size * TOGETHER_PART))
    for (const connection of [...paused].slice(0, together)) {
      paused.delete(connection)
      connection.resume()
    }
    untilMs = undefined
    if (paused.size === 0) return
    // Should none of these be refused, nobody else says when the others go on.
    untilMs = nowMs()
    after(readAgain, 0)
  }

  return (connection) => {
    if (refused.length === 0) {
      beganMs = nowMs()
      afterTurn(endTurn)
    }
    refused.push(connection)
  }
}
