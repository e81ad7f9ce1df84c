import { ACT_NAMES, BeginAct, PerformAct } from '#contract/dashboard/acts.ts'
import { LIMITS } from '#contract/limits.ts'
import { ActRefused } from '#server/service/actions/act-refused.ts'
import { beginAct } from '#server/service/actions/begin-act.ts'
import { performAct } from '#server/service/actions/perform-act.ts'
import type { Answer } from './answers.ts'
import type { Call, Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { createEntrance } from './enter.ts'
import { within } from './within-limit.ts'

/** Registers the calls that issue the challenge for an act, and that perform an act. */
export function addActCalls(
  calls: Calls,
  options: Pick<DashboardOptions, 'context' | 'guesses' | 'limits'>,
): void {
  const { context: service, limits } = options
  const entrance = createEntrance(calls, options)

  /** A wrong signature is counted as a guess. */
  const orRefusal = async (call: Call, work: () => Promise<unknown>): Promise<Answer> => {
    try {
      return { data: await work() }
    } catch (error) {
      if (!(error instanceof ActRefused)) throw error
      return error.problem === 'invalid_passkey'
        ? entrance.refuse(call, error.problem)
        : { refused: error.problem, fields: error.fields }
    }
  }

  calls.changeOpen('/api/ceremonies', BeginAct, async (call, { act, input }, session) =>
    within(limits.countChallenge(session.userId), () =>
      orRefusal(call, async () => beginAct(service, session, { act, input })),
    ),
  )

  calls.changeOpen('/api/acts/:act', PerformAct, async (call, { input, signature }, session) => {
    const act = ACT_NAMES.find((name) => name === call.parameter('act'))
    if (act === undefined) return { refused: 'not_found' }
    const { idempotencyKey } = call
    if (idempotencyKey === undefined || idempotencyKey.length > LIMITS.idempotencyKeyLengthMax)
      return { refused: 'missing_idempotency_key' }
    return within(limits.countAct(session.userId), () =>
      orRefusal(call, async () =>
        performAct(service, session, { act, input, idempotencyKey, signature }),
      ),
    )
  })
}
