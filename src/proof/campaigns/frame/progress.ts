const PRINTED_EVERY_MS = { min: 2000, max: 60_000, shareOfTime: 1 / 30 }
const MINUTE_MS = 60_000

interface ProgressOptions {
  silent: boolean
  /** The unit that is counted. */
  what: string
  /** The campaign ends after these minutes, complete or not. */
  minutes?: number | undefined
}

export interface Progress {
  advance(by?: number): void
  done(): number
  /** Whether the minutes are over. */
  isOver(): boolean
  seconds(): number
  /** Count per second, one decimal. */
  rate(): string
}

/** Logs a campaign's progress to stderr, at growing intervals. */
export function createProgress(
  total: number,
  { silent, what, minutes = Infinity }: ProgressOptions,
): Progress {
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  let printAtMs = PRINTED_EVERY_MS.min
  let done = 0

  function rate(): string {
    return ((done * 1000) / passedMs()).toFixed(1)
  }

  function leftMs(): number {
    return Math.min((passedMs() / done) * (total - done), minutes * MINUTE_MS - passedMs())
  }

  function print(): void {
    const { min, max, shareOfTime } = PRINTED_EVERY_MS
    printAtMs = passedMs() + Math.min(Math.max(min, passedMs() * shareOfTime), max)
    const of = minutes === Infinity ? ` of ${total}` : ''
    process.stderr.write(`${done}${of} ${what}, ${rate()} a second, ${timeText(leftMs())} left\n`)
  }

  return {
    advance(by = 1): void {
      done += by
      if (!silent && passedMs() >= printAtMs) print()
    },
    done: () => done,
    isOver: () => passedMs() >= minutes * MINUTE_MS,
    seconds: () => passedMs() / 1000,
    rate,
  }
}

/** The two greatest units. */
function timeText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
