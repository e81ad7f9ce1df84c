import type { DashboardProblemCode } from '#contract/dashboard/problem.ts'
import { endSession } from '#server/service/people/end-session.ts'
import type { OpenedSession } from '#server/service/people/open-session.ts'
import { readSession } from '#server/service/people/read-session.ts'
import type { Answer } from './answers.ts'
import type { Call, Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { presentMe } from './present-me.ts'
import type { Outcome } from '#server/service/outcome.ts'

/** What follows an attempt to sign in, by link, passkey or recovery code. */
export interface Entrance {
  /** Answers with the new session's cookie and its person, or with a refusal, which is counted as a guess. */
  enter(call: Call, opened: Outcome<OpenedSession, DashboardProblemCode>): Promise<Answer>
  refuse(call: Call, refused: DashboardProblemCode): Answer
}

export function createEntrance(
  calls: Calls,
  { context: service, guesses }: Pick<DashboardOptions, 'context' | 'guesses'>,
): Entrance {
  function refuse({ network }: Call, refused: DashboardProblemCode): Answer {
    const retryAfterSeconds = guesses.count(network)
    return retryAfterSeconds === undefined
      ? { refused }
      : { refused: 'rate_limited', retryAfterSeconds }
  }

  /** Ends the browser's previous session, whose cookie is about to be replaced. */
  async function leave(token: string): Promise<void> {
    const session = await readSession(service, token)
    if (session !== undefined)
      await endSession(service, { userId: session.userId, sessionId: session.id })
  }

  return {
    refuse,
    async enter(call, opened) {
      if (opened.outcome === 'refused') return refuse(call, opened.code)
      if (call.token !== undefined) await leave(call.token)
      const session = await readSession(service, opened.value.token)
      if (session === undefined) return { refused: 'not_signed_in' }
      return {
        data: presentMe(service, session),
        cookie: calls.cookie.issue(opened.value.token),
      }
    },
  }
}
