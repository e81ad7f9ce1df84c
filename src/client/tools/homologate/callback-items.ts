import { observeChaos } from '../chaos/play-chaos.ts'
import { makeSessions } from '../chaos/sessions-to-play.ts'
import { CHECK_IDS, checkOf, type CheckId } from '../readiness/checks/checks.ts'
import type { ItemId } from '../readiness/go-live/items.ts'
import { judgeChecks, judgeRefused, type ItemJudgement } from '../readiness/go-live/judge-item.ts'
import type { Evidence, ReportItem } from '../readiness/go-live/report.ts'
import { isTaken } from '../readiness/judge/judge-answers.ts'
import type { PlayAnswer } from '../readiness/judge/observation.ts'
import { itemOf, type Rehearsal, type Running } from './rehearsal.ts'

const NO_SECRET: ItemJudgement = {
  verdict: 'not_seen',
  came: 'Without the secret nothing can be signed.',
  mend: 'Give the secret of the callback in WEBHOOK_SECRET, or let the operator run this.',
}
const NO_CALLBACK: ItemJudgement = {
  verdict: 'failed',
  came: 'There is no callback to send it to.',
  mend: 'The operator sets one: checkout callback set --merchant … --url …',
}

/** How the deliveries' client cannot send, and what `answers-in-time` judges. */
const LEFT_OUT: readonly CheckId[] = ['slow-pieces', 'header-case', 'in-time', 'soon', 'small']
const PLAYED = CHECK_IDS.filter((check) => !LEFT_OUT.includes(check))

/** The checks of `chaos` behind each item. */
const CHECKS = {
  'as-it-comes': of('genuine').filter((check) => check !== 'ping'),
  tomorrow: of('tolerant'),
  'bad-signature': [...of('forged'), ...of('stale')],
  effect: of('effect'),
  ping: ['ping'],
} satisfies Partial<Record<ItemId, readonly CheckId[]>>
const ITEMS = Object.keys(CHECKS) as (keyof typeof CHECKS)[]

function of(group: string): CheckId[] {
  return PLAYED.filter((check) => checkOf(check).group === group)
}

/** Items for which the plays of `chaos` go straight to the webhook endpoint, not through the queue of deliveries. */
export async function callbackItems(
  rehearsal: Rehearsal,
  callbackUrl: string | null,
  { state, log }: Running,
): Promise<ReportItem[]> {
  const { secrets, clock, signal, post } = rehearsal
  if (callbackUrl === null) return ITEMS.map((id) => itemOf(id, NO_CALLBACK))
  if (secrets.length === 0) return ITEMS.map((id) => itemOf(id, NO_SECRET))
  const seed = clock().getTime() % SEEDS
  const { report, answers } = await observeChaos({
    to: new URL(callbackUrl),
    sessions: await makeSessions(rehearsal, { seed, log }),
    secrets,
    seed,
    checks: PLAYED,
    state,
    clock,
    post,
    signal,
    progress: () => {},
  })
  return ITEMS.map((id) => {
    const checks: readonly CheckId[] = CHECKS[id]
    const judged = judgeChecks(report.checks.filter(({ check }) => checks.includes(check)))
    const evidence = answers.filter(({ check }) => checks.includes(check)).map(evidenceOf)
    return itemOf(id, id === 'bad-signature' ? withRefusals(judged, evidence) : judged, evidence)
  })
}

const SEEDS = 1_000_000

/** Says first what it means that a forgery was not refused. */
function withRefusals(judged: ItemJudgement, evidence: readonly Evidence[]): ItemJudgement {
  const { mend } = judgeRefused(evidence)
  return judged.verdict !== 'failed' || mend === null
    ? judged
    : { ...judged, mend: `${mend} ${judged.mend ?? ''}`.trim() }
}

function evidenceOf({ check, what, at, status, error, durationMs }: PlayAnswer): Evidence {
  return {
    what: check === what ? what : `${check}: ${what}`,
    sessionId: null,
    eventId: null,
    deliveryId: null,
    status: isTaken({ status }) ? 'succeeded' : 'answered',
    attempts: [{ at, statusCode: status, error, durationMs }],
  }
}
