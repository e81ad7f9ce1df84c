import type { Look, Observed, PlayAnswer } from '../readiness/judge/observation.ts'
import type { Step } from '../readiness/plays/play.ts'
import type { Post } from '../post.ts'
import { postPlay } from './post-play.ts'

export interface Running {
  url: URL
  clock: () => Date
  signal: AbortSignal
  /** No play starts after this time. */
  timeLimitMs: number
  /** Timeout of one request. */
  answerTimeMs: number
  post: Post
  /** Absent without `--state`. */
  look?: ((when: Look['when']) => Promise<Look>) | undefined
  progress: (done: number, total: number) => void
}

/** Consecutive timeouts after which the run stops. */
const TIMEOUTS_MAX = 3

/** Runs the steps in order, until the time limit or three timeouts in a row. */
export async function runPlays(steps: readonly Step[], running: Running): Promise<Observed> {
  const endsAt = performance.now() + running.timeLimitMs
  const answers: PlayAnswer[] = []
  const looks: Look[] = []
  for (const [index, step] of steps.entries()) {
    if (performance.now() > endsAt || isSilent(answers)) break
    if (step.kind === 'look') {
      if (running.look !== undefined) looks.push(await running.look(step.when))
    } else {
      const { clock } = running
      const posted = step.plays.map((play) => postPlay(play, { ...running, now: clock() }))
      answers.push(...(await Promise.all(posted)))
    }
    running.progress(index + 1, steps.length)
  }
  return { answers, looks }
}

function isSilent(answers: readonly PlayAnswer[]): boolean {
  const last = answers.slice(-TIMEOUTS_MAX)
  return last.length === TIMEOUTS_MAX && last.every(({ error }) => error === 'timeout')
}
