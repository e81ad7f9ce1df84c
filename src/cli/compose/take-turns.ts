import type { Socket } from 'node:net'

/** Of the time; the rest is for those who were let in. */
const SHARE = 1 / 4
/** So many are read again at once, or this part of all who wait for it. */
const TOGETHER_MIN = 64
const TOGETHER_PART = 1 / 8
const PAUSE_MAX_MS = 500

export type Line = Pick<Socket, 'pause' | 'resume'>

interface TurnsOptions {
  /** Monotonic. */
  nowMs: () => number
  /** When all have been read who had sent something. */
  afterTurn: (work: () => void) => void
  after: (work: () => void, ms: number) => void
}

const REAL: TurnsOptions = {
  nowMs: () => performance.now(),
  afterTurn: (work) => void setImmediate(work),
  after: (work, ms) => void setTimeout(work, ms),
}

/**
 * Who was refused is read again only after those who were let in had their time. In one turn of its loop a process reads from all who
 * sent something, and the database's answers wait meanwhile: without pauses a crowd would make each turn as long as it is large.
 * What comes meanwhile waits where it arrived.
 */
export function takeTurns({ nowMs, afterTurn, after }: TurnsOptions = REAL): (
  refused: Line,
) => void {
  let refused: Line[] = []
  let beganMs = 0
  /** In the order in which they are read again. */
  const paused = new Set<Line>()
  let untilMs: number | undefined

  function endTurn(): void {
    const endedMs = nowMs()
    const owedMs = (endedMs - beganMs) * (1 / SHARE - 1)
    for (const line of refused) {
      line.pause()
      paused.add(line)
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
    for (const line of [...paused].slice(0, together)) {
      paused.delete(line)
      line.resume()
    }
    untilMs = undefined
    if (paused.size === 0) return
    // Should none of these be refused, nobody else says when the others go on.
    untilMs = nowMs()
    after(readAgain, 0)
  }

  return (line) => {
    if (refused.length === 0) {
      beganMs = nowMs()
      afterTurn(endTurn)
    }
    refused.push(line)
  }
}
