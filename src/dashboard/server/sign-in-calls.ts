import { z } from 'zod'
import { TradeLink, type Me, type OwnSessions } from '../../contract/dashboard/me.ts'
import { IDLE_MINUTES, opensDashboard } from '../../domain/dashboard/session-rules.ts'
import { endSession } from '../../server/dashboard/people/end-session.ts'
import {
  listSessions,
  readSession,
  type SignedIn,
} from '../../server/dashboard/people/read-session.ts'
import { tradeLink } from '../../server/dashboard/people/trade-link.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard.ts'

const Nothing = z.strictObject({})
const Uuid = z.uuid()

/** Getting in by a link, who is in, and getting out. */
export function addSignInCalls(
  calls: Calls,
  { context: service, guesses }: Pick<DashboardOptions, 'context' | 'guesses'>,
): void {
  const { environment } = service

  calls.enter('/api/sign-in/link', TradeLink, async ({ network, place, token: old }, { token }) => {
    const opened = await tradeLink(service, { token, place })
    if (opened === undefined) {
      const retryAfterSeconds = guesses.count(network)
      return retryAfterSeconds === undefined
        ? { refused: 'invalid_sign_in_link' }
        : { refused: 'rate_limited', retryAfterSeconds }
    }
    if (old !== undefined) await leave(old)
    const session = await readSession(service, opened.token)
    if (session === undefined) return { refused: 'not_signed_in' }
    return { data: meOf(session), cookie: calls.cookie.issue(opened.token) }
  })

  calls.read('/api/me', async (_call, session) => ({ data: meOf(session) }))

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
    const isEnded =
      sessionId.success && (await endSession(service, { userId, sessionId: sessionId.data }))
    return isEnded ? { data: {} } : { refused: 'not_found' }
  })

  calls.change('/api/sign-out', Nothing, async (_call, _body, { userId, id }) => {
    await endSession(service, { userId, sessionId: id })
    return { data: {}, cookie: calls.cookie.expire(), clearsSiteData: true }
  })

  /** Ends the session that the browser is about to forget. */
  async function leave(token: string): Promise<void> {
    const session = await readSession(service, token)
    if (session !== undefined)
      await endSession(service, { userId: session.userId, sessionId: session.id })
  }

  function meOf({ id, userId, email, name, how, expiresAt, memberships }: SignedIn): Me {
    return {
      environment,
      user: { id: userId, email, name },
      memberships: memberships.map(({ merchantId, merchantName, role }) => ({
        merchantId,
        merchantName,
        role,
      })),
      session: {
        id,
        how,
        opensDashboard: opensDashboard(how, environment),
        expiresAt: expiresAt.toISOString(),
        idleMinutes: IDLE_MINUTES[environment],
      },
    }
  }
}
