import {
  DASHBOARD_ACTION_NAMES,
  BeginDashboardAction,
  PerformDashboardAction,
} from '#contract/dashboard/actions.ts'
import { LIMITS } from '#contract/limits.ts'
import { beginDashboardAction } from '#server/service/actions/begin-action.ts'
import { performDashboardAction } from '#server/service/actions/perform-action.ts'
import type { Outcome, RefusalCode } from '#server/service/outcome.ts'
import { refusalOf, within, type Answer } from './answers.ts'
import type { Call, Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { createEntrance } from './enter.ts'

/** Registers the calls that issue the challenge for a dashboard action, and that perform one. */
export function addActionCalls(
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

  calls.changeOpen(
    '/api/ceremonies',
    BeginDashboardAction,
    async (call, { dashboardAction, input }, session) =>
      within(limits.countChallenge(session.userId), async () =>
        answerTo(call, await beginDashboardAction(service, session, { dashboardAction, input })),
      ),
  )

  calls.changeOpen(
    '/api/dashboard-actions/:name',
    PerformDashboardAction,
    async (call, { input, signature }, session) => {
      const dashboardAction = DASHBOARD_ACTION_NAMES.find((name) => name === call.parameter('name'))
      if (dashboardAction === undefined) return { refused: 'not_found' }
      const { idempotencyKey } = call
      if (idempotencyKey === undefined || idempotencyKey.length > LIMITS.idempotencyKeyLengthMax)
        return { refused: 'missing_idempotency_key' }
      const asked = { dashboardAction, input, idempotencyKey, signature }
      return within(limits.countAction(session.userId), async () =>
        answerTo(call, await performDashboardAction(service, session, asked)),
      )
    },
  )
}
