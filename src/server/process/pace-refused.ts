import type { Socket } from 'node:net'

/** Share of the process's time for refusals; the rest is for admitted requests. */
const SHARE = 1 / 4
/** Connections resumed at once: this number, or this part of the paused ones if that is more. */
const TOGETHER_MIN = 64
const TOGETHER_PART = 1 / 8
const PAUSE_MAX_MS = 500

export type Connection = Pick<Socket, 'pause' | 'resume'>

interface PaceOptions {
  /** Monotonic. */
  nowMs: () => number
  /** After the event loop's poll phase has read all connections. */
  afterTurn: (work: () => void) => void
  after: (work: () => void, ms: number) => void
}

const REAL: PaceOptions = {
  nowMs: () => performance.now(),
  afterTurn: (work) => void setImmediate(work),
  after: (work, ms) => void setTimeout(work, ms),
}

/**
 * Backpressure: pauses refused connections until admitted requests had their share of time. One turn of the event loop
 * reads from all connections while the database's responses wait: without pauses the turn grows with the crowd. What
 * clients send meanwhile waits in the socket's buffers.
 */
export function paceRefused({ nowMs, afterTurn, after }: PaceOptions = REAL): (
  refused: Connection,
) => void {
  let refused: Connection[] = []
  let beganMs = 0
  /** In the order in which they are resumed. */
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
    // If none of these is refused, no `endTurn` will resume the others.
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
