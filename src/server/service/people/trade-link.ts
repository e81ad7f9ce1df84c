import { opensDashboard } from '#domain/dashboard/session-rules.ts'
import {
  deleteOtherSessionsWithoutPasskey,
  deleteSessionsOf,
  isSessionOpen,
  type SignedIn,
} from '../../database/people/dashboard-sessions.ts'
import type { Transaction } from '../../database/engine/database.ts'
import {
  deleteLinks,
  deleteRecoveryLinks,
  readSignInLink,
  useSignInLink,
  type SignInLink,
} from '../../database/people/sign-in-links.ts'
import {
  activateUser,
  grantMembership,
  lockUser,
  noteRecovery,
  reinviteUser,
  revokeMemberships,
} from '../../database/people/users.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit } from '../audit/operator-context.ts'
import type { DashboardContext, SignInPlace } from './dashboard-context.ts'
import { isStillGiven } from './link-maker.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { tokenHash } from './token-hash.ts'

/**
 * The session that was opened; undefined: the role was added to the account of whoever is signed in. `sign_in_to_join`: the
 * invited person has an account, and only their own session can accept the invitation. `invalid_sign_in_link`: the link was
 * used, has expired or never existed, or its maker may not make it any more; the answer is the same.
 */
export type TradedLink = Outcome<
  OpenedSession | undefined,
  'sign_in_to_join' | 'invalid_sign_in_link'
>

interface Trade {
  token: string
  place: SignInPlace
  /** The session of the browser that trades the link. */
  session: SignedIn | undefined
}

/**
 * Trades a link, once. For a new person it opens a session with the role of the invitation and no other role, so that whoever
 * made the link cannot obtain a role that somebody else gave. A recovery link ends the person's other sessions.
 */
export function tradeLink(
  context: DashboardContext,
  { token, place, session }: Trade,
): Promise<TradedLink> {
  const hash = tokenHash(token)
  return context.database.transaction(async (tx): Promise<TradedLink> => {
    const now = context.clock()
    const link = await readSignInLink(tx, hash, now)
    if (link === undefined) return refuse('invalid_sign_in_link')
    if (!(await isStillGiven(tx, link))) {
      await deleteLinks(tx, [hash])
      return refuse('invalid_sign_in_link')
    }
    const user = await lockUser(tx, link.userId)
    if (user === undefined) return refuse('invalid_sign_in_link')
    const joins = link.purpose === 'invite' && user.status === 'active'
    const joining = joins && isOwn(session, user.id, context) ? session : undefined
    if (joins && (joining === undefined || !(await holdsAlone(tx, joining))))
      return refuse('sign_in_to_join')
    if (!(await useSignInLink(tx, hash, now))) return refuse('invalid_sign_in_link')
    // Disabled by one merchant while invited by another: begins anew, as when invited now.
    if (user.status === 'disabled') await reinviteUser(tx, user.id)
    return joining === undefined ? open(context, tx, link, place) : join(context, tx, link)
  })
}

function isOwn(
  session: SignedIn | undefined,
  userId: string,
  { layout }: Pick<DashboardContext, 'layout'>,
): session is SignedIn {
  return session !== undefined && session.userId === userId && opensDashboard(session.how, layout)
}

/**
 * Ends the ways back into an account that somebody else may hold: neither an earlier recovery link nor its session must reach
 * the role that is given now. False when one of them has ended this session meanwhile.
 */
async function holdsAlone(tx: Transaction, { userId, id: sessionId }: SignedIn): Promise<boolean> {
  await deleteRecoveryLinks(tx, userId)
  await deleteOtherSessionsWithoutPasskey(tx, { userId, sessionId })
  return isSessionOpen(tx, sessionId)
}

async function join(
  context: DashboardContext,
  tx: Transaction,
  { userId, membership }: SignInLink,
): Promise<TradedLink> {
  const now = context.clock()
  if (membership !== null) await grantMembership(tx, { userId, membership, now })
  await recordOperatorAudit(
    { ...context, actor: { kind: 'user', userId, dashboardAction: 'join' } },
    tx,
    {
      action: 'user.joined',
      subject: userId,
      merchantId: membership?.merchantId ?? null,
      details: { role: membership?.role },
    },
  )
  return done(undefined)
}

async function open(
  context: DashboardContext,
  tx: Transaction,
  { userId, purpose, membership, maker }: SignInLink,
  place: SignInPlace,
): Promise<TradedLink> {
  const now = context.clock()
  const how = purpose === 'recover' ? 'recovery' : 'link'
  await deleteSessionsOf(tx, userId)
  if (how === 'recovery') await noteRecovery(tx, userId, now)
  if (membership !== null) {
    await revokeMemberships(tx, userId)
    await grantMembership(tx, { userId, membership, now })
  }
  const opened = await openSession(context, tx, { userId, how, maker, now, place })
  if (opensDashboard(how, context.layout)) await activateUser(tx, userId, now)
  await recordOperatorAudit(
    { ...context, actor: { kind: 'user', userId, dashboardAction: 'sign in' } },
    tx,
    {
      action: 'user.signed_in',
      subject: userId,
      merchantId: null,
      details: { how, sessionId: opened.sessionId, address: place.address },
    },
  )
  return done(opened)
}
