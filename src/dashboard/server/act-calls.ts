import { ACT_NAMES, BeginAct, PerformAct } from '#contract/dashboard/acts.ts'
import { LIMITS } from '#contract/limits.ts'
import { beginAct } from '#server/service/actions/begin-act.ts'
import { performAct } from '#server/service/actions/perform-act.ts'
import type { Outcome, RefusalCode } from '#server/service/outcome.ts'
import type { Answer } from './answers.ts'
import type { Call, Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { createEntrance } from './enter.ts'
import { refusalOf } from './refusal-of.ts'
import { within } from './within-limit.ts'

/** Registers the calls that issue the challenge for an act, and that perform an act. */
export function addActCalls(
  calls: Calls,
  options: Pick<DashboardOptions, 'context' | 'guesses' | 'limits'>,
): void {
  const { context: service, limits } = options
  const entrance = createEntrance(calls, options)

  /** A wrong signature is counted as a guess. */
  const answerTo = (call: Call, outcome: Outcome<unknown, RefusalCode>): Answer => {
    if (outcome.outcome === 'done') return { data: outcome.value }
    return outcome.code === 'invalid_passkey'
      ? entrance.refuse(call, outcome.code)
      : refusalOf(outcome)
  }

  calls.changeOpen('/api/ceremonies', BeginAct, async (call, { act, input }, session) =>
    within(limits.countChallenge(session.userId), async () =>
      answerTo(call, await beginAct(service, session, { act, input })),
    ),
  )

  calls.changeOpen('/api/acts/:act', PerformAct, async (call, { input, signature }, session) => {
    const act = ACT_NAMES.find((name) => name === call.parameter('act'))
    if (act === undefined) return { refused: 'not_found' }
    const { idempotencyKey } = call
    if (idempotencyKey === undefined || idempotencyKey.length > LIMITS.idempotencyKeyLengthMax)
      return { refused: 'missing_idempotency_key' }
    const asked = { act, input, idempotencyKey, signature }
    return within(limits.countAct(session.userId), async () =>
      answerTo(call, await performAct(service, session, asked)),
    )
  })
}
