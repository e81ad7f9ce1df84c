import { opensDashboard } from '../../../domain/dashboard/session-rules.ts'
import { deleteSessionsOf, type SignedIn } from '../../database/dashboard-sessions.ts'
import type { Transaction } from '../../database/database.ts'
import {
  deleteRecoveryLinks,
  readSignInLink,
  useSignInLink,
  type SignInLink,
} from '../../database/sign-in-links.ts'
import {
  activateUser,
  grantMembership,
  lockUser,
  noteRecovery,
  revokeMemberships,
} from '../../database/users.ts'
import { recordOperatorAct } from '../../operator/operator-context.ts'
import type { DashboardContext, SignInPlace } from '../dashboard-context.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { tokenHash } from './token-hash.ts'

export type TradedLink =
  | { result: 'opened'; opened: OpenedSession }
  /** The role was added to the account of whoever is signed in. */
  | { result: 'joined' }
  /** An invitation of somebody who has an account: their own session takes it, and no other. */
  | { result: 'sign_in_to_join' }
  /** Used, ended or never there: they cannot be told apart. */
  | { result: 'invalid' }

interface Trade {
  token: string
  place: SignInPlace
  /** Of the browser that trades it. */
  session: SignedIn | undefined
}

/**
 * Trades a link, once. For somebody new it opens a session with the role of the invitation and no other, so that nobody who
 * made a link comes by a role that somebody else gave. A link for who lost their passkeys ends their other sessions.
 */
export function tradeLink(
  context: DashboardContext,
  { token, place, session }: Trade,
): Promise<TradedLink> {
  const hash = tokenHash(token)
  return context.database.transaction(async (tx): Promise<TradedLink> => {
    const now = context.clock()
    const link = await readSignInLink(tx, hash, now)
    const user = link && (await lockUser(tx, link.userId))
    if (link === undefined || user === undefined) return { result: 'invalid' }
    const joins = link.purpose === 'invite' && user.status === 'active'
    if (joins && !isOwn(session, user.id, context)) return { result: 'sign_in_to_join' }
    if (!(await useSignInLink(tx, hash, now))) return { result: 'invalid' }
    return joins ? join(context, tx, link) : open(context, tx, link, place)
  })
}

function isOwn(
  session: SignedIn | undefined,
  userId: string,
  { environment }: Pick<DashboardContext, 'environment'>,
): boolean {
  return (
    session !== undefined && session.userId === userId && opensDashboard(session.how, environment)
  )
}

async function join(
  context: DashboardContext,
  tx: Transaction,
  { userId, membership }: SignInLink,
): Promise<TradedLink> {
  const now = context.clock()
  // Whoever made it could not have reached what is given now.
  await deleteRecoveryLinks(tx, userId)
  if (membership !== null) await grantMembership(tx, { userId, membership, now })
  await recordOperatorAct({ ...context, actor: { kind: 'user', userId, act: 'join' } }, tx, {
    action: 'user.joined',
    subject: userId,
    merchantId: membership?.merchantId ?? null,
    details: { role: membership?.role },
  })
  return { result: 'joined' }
}

async function open(
  context: DashboardContext,
  tx: Transaction,
  { userId, purpose, membership }: SignInLink,
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
  const opened = await openSession(context, tx, { userId, how, now, place })
  if (opensDashboard(how, context.environment)) await activateUser(tx, userId, now)
  await recordOperatorAct({ ...context, actor: { kind: 'user', userId, act: 'sign in' } }, tx, {
    action: 'user.signed_in',
    subject: userId,
    merchantId: null,
    details: { how, sessionId: opened.sessionId, address: place.address },
  })
  return { result: 'opened', opened }
}
