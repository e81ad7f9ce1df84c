import type { Violation } from '../oracle/violation.ts'
import { INVARIANTS } from '../oracle/violation.ts'

const PROGRESS_EVERY_MS = 2000
const ROW_LENGTH_MAX = 600

/** Tells how far a campaign has come, now and then, where somebody watches. */
export function createProgress(total: number, { silent, what }: { silent: boolean; what: string }) {
  const startedMs = performance.now()
  let toldMs = startedMs
  let done = 0
  return {
    advance(by = 1): void {
      done += by
      const now = performance.now()
      if (silent || now - toldMs < PROGRESS_EVERY_MS) return
      toldMs = now
      process.stderr.write(`${done} of ${total} ${what}, ${rate()} a second\n`)
    },
    seconds: () => (performance.now() - startedMs) / 1000,
    rate,
  }

  function rate(): string {
    return ((done * 1000) / (performance.now() - startedMs)).toFixed(1)
  }
}

/** A violation for people: what was promised, what was found, and the rows. */
export function violationText({ invariant, what, rows }: Violation): string {
  const shown = rows.map((row) => `    ${cut(JSON.stringify(row))}`)
  return [`  ${invariant} (${INVARIANTS[invariant]}): ${what}`, ...shown].join('\n')
}

function cut(text: string): string {
  return text.length > ROW_LENGTH_MAX ? `${text.slice(0, ROW_LENGTH_MAX)}…` : text
}

/** What is known when none of so many independent schedules failed: the rule of three. */
export function unbroken(schedules: number): string {
  return `no promise broken; with 95 % certainty fewer than ${(3 / schedules).toExponential(1)} of all such schedules break one`
}
