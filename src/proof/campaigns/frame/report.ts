import type { Violation } from '../../oracle/violation.ts'
import { INVARIANTS } from '../../oracle/violation.ts'

const TOLD_EVERY_MS = { min: 2000, max: 60_000, shareOfTime: 1 / 30 }
const MINUTE_MS = 60_000
const ROW_LENGTH_MAX = 600

interface ProgressOptions {
  silent: boolean
  /** What is counted. */
  what: string
  /** After how long the campaign ends, however far it has come. */
  minutes?: number | undefined
}

/** Tells how far a campaign has come, now and then, where somebody watches. */
export function createProgress(
  total: number,
  { silent, what, minutes = Infinity }: ProgressOptions,
) {
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  let tellAtMs = TOLD_EVERY_MS.min
  let done = 0

  function rate(): string {
    return ((done * 1000) / passedMs()).toFixed(1)
  }

  function leftMs(): number {
    return Math.min((passedMs() / done) * (total - done), minutes * MINUTE_MS - passedMs())
  }

  function tell(): void {
    const { min, max, shareOfTime } = TOLD_EVERY_MS
    tellAtMs = passedMs() + Math.min(Math.max(min, passedMs() * shareOfTime), max)
    const of = minutes === Infinity ? ` of ${total}` : ''
    process.stderr.write(`${done}${of} ${what}, ${rate()} a second, ${timeText(leftMs())} left\n`)
  }

  return {
    advance(by = 1): void {
      done += by
      if (!silent && passedMs() >= tellAtMs) tell()
    },
    done: () => done,
    /** Whether the minutes are over. */
    isOver: () => passedMs() >= minutes * MINUTE_MS,
    seconds: () => passedMs() / 1000,
    rate,
  }
}

/** In the two greatest units. */
function timeText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
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
