import { z } from 'zod'
import { Uuid } from '#contract/ids.ts'
import { TradeLink, type OwnSessions } from '#contract/dashboard/me.ts'
import { endSession } from '#server/service/people/end-session.ts'
import { listSessions, readSession } from '#server/service/people/read-session.ts'
import { tradeLink } from '#server/service/people/trade-link.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { createEntrance } from './enter.ts'
import { presentMe } from './present-me.ts'
import { refusalOf } from './answers.ts'
import { done } from '#server/service/outcome.ts'

const Nothing = z.strictObject({})

/** Registers the calls that sign in by a link, read who is signed in and where, end sessions and sign out. */
export function addSignInCalls(
  calls: Calls,
  options: Pick<DashboardOptions, 'context' | 'guesses'>,
): void {
  const { context: service } = options
  const entrance = createEntrance(calls, options)

  calls.enter('/api/sign-in/link', TradeLink, async (call, { token }) => {
    const session = call.token === undefined ? undefined : await readSession(service, call.token)
    const traded = await tradeLink(service, { token, place: call.place, session })
    if (traded.outcome === 'refused')
      return traded.code === 'invalid_sign_in_link'
        ? entrance.refuse(call, traded.code)
        : refusalOf(traded)
    const opened = traded.value
    const now =
      opened === undefined && call.token !== undefined
        ? await readSession(service, call.token)
        : undefined
    if (now !== undefined) return { data: presentMe(service, now) }
    return opened === undefined
      ? entrance.refuse(call, 'invalid_sign_in_link')
      : entrance.enter(call, done(opened))
  })

  calls.read('/api/me', async (_call, session) => ({ data: presentMe(service, session) }))

  calls.readOpen('/api/me/sessions', async (_call, own) => {
    const sessions = await listSessions(service, own.userId)
    const data: OwnSessions = {
      sessions: sessions.map(({ id, how, createdAt, seenAt, expiresAt, address, browser }) => ({
        id,
        how,
        isThis: id === own.id,
        createdAt: createdAt.toISOString(),
        seenAt: seenAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        address,
        browser,
      })),
    }
    return { data }
  })

  calls.changeOpen('/api/me/sessions/:id/end', Nothing, async (call, _body, { userId }) => {
    const sessionId = Uuid.safeParse(call.parameter('id'))
    if (!sessionId.success) return { refused: 'not_found' }
    const ended = await endSession(service, { userId, sessionId: sessionId.data })
    return ended.outcome === 'done' ? { data: {} } : refusalOf(ended)
  })

  calls.change('/api/sign-out', Nothing, async (_call, _body, { userId, id }) => {
    await endSession(service, { userId, sessionId: id })
    return { data: {}, cookie: calls.cookie.expire(), clearsSiteData: true }
  })
}
