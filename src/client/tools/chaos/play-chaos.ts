import { CHECK_IDS, checkOf, type CheckId } from '../readiness/checks/checks.ts'
import { ANSWER_TIME_MAX_MS } from '../readiness/checks/other-checks.ts'
import { judge } from '../readiness/judge/judge.ts'
import type { PlayAnswer } from '../readiness/judge/observation.ts'
import { planPlays } from '../readiness/plays/plan-plays.ts'
import type { PlayedSession } from '../readiness/plays/play.ts'
import { post, type Post } from '../post.ts'
import type { ChaosReport } from './present-report.ts'
import { lookAtState } from './read-state.ts'
import { runPlays } from './run-plays.ts'

export interface Chaos {
  to: URL
  sessions: readonly [PlayedSession, ...PlayedSession[]]
  secrets: readonly string[]
  seed: number
  /** The requested checks. The ping and the checks of all answers' manners are always included. */
  checks: readonly CheckId[]
  /** URL template at which the merchant reports how often an order was fulfilled. */
  state?: string | undefined
  clock: () => Date
  /** Timeout of one request. Default: that of a delivery attempt. */
  answerTimeMs?: number
  /** How a request is sent. Default: from this process, as `post` does. */
  post?: Post
  signal: AbortSignal
  progress: (done: number, total: number) => void
}

const TIME_LIMIT_MS = 180_000

/** Runs the plays against a receiver and judges its answers. */
export async function playChaos(chaos: Chaos): Promise<ChaosReport> {
  return (await observeChaos(chaos)).report
}

/** `playChaos`, with the answers that it judged. */
export async function observeChaos(
  chaos: Chaos,
): Promise<{ report: ChaosReport; answers: readonly PlayAnswer[] }> {
  const { to, sessions, secrets, seed, state, clock, signal, progress } = chaos
  const startedAt = performance.now()
  const asked = new Set(chaos.checks)
  const steps = planPlays({ sessions, secrets, seed, now: clock(), only: asked })
  const observed = await runPlays(steps, {
    url: to,
    clock,
    signal,
    timeLimitMs: TIME_LIMIT_MS,
    answerTimeMs: chaos.answerTimeMs ?? ANSWER_TIME_MAX_MS,
    post: chaos.post ?? post,
    look:
      state === undefined ? undefined : (when) => lookAtState(state, sessions, { when, signal }),
    progress,
  })
  const always = (check: CheckId) => check === 'ping' || checkOf(check).group === 'manners'
  const judged = CHECK_IDS.filter((check) => asked.has(check) || always(check))
  const report = {
    seed,
    to: to.href,
    sessionIds: sessions.map(({ sessionId }) => sessionId),
    requests: observed.answers.length,
    durationMs: Math.round(performance.now() - startedAt),
    ...judge(observed, sessions, judged),
  }
  return { report, answers: observed.answers }
}
