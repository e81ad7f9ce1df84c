import type { OwnPasskeys } from '../../../contract/dashboard/passkeys.ts'
import { mayChangePasskeys } from '../../../domain/dashboard/session-rules.ts'
import { deleteOtherSessions, type SignedIn } from '../../database/dashboard-sessions.ts'
import { deletePasskey, listPasskeys } from '../../database/passkeys.ts'
import { countRecoveryCodes } from '../../database/recovery-codes.ts'
import { lockUser } from '../../database/users.ts'
import { recordOperatorAct } from '../../operator/operator-context.ts'
import type { DashboardContext } from '../dashboard-context.ts'

/** A person's passkeys, oldest first, and how many recovery codes they have left. */
export async function listOwnPasskeys(
  { database }: Pick<DashboardContext, 'database'>,
  userId: string,
): Promise<OwnPasskeys> {
  const [passkeys, recoveryCodesLeft] = await Promise.all([
    listPasskeys(database, userId),
    countRecoveryCodes(database, userId),
  ])
  return {
    passkeys: passkeys.map(({ credentialId, name, isBackedUp, createdAt, lastUsedAt }) => ({
      id: credentialId.toString('base64url'),
      name,
      isBackedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
  }
}

/** Removes one of a person's passkeys and ends their other sessions. The last one stays: it is the way in. */
export function removePasskey(
  context: DashboardContext,
  session: SignedIn,
  passkey: string,
): Promise<'removed' | 'not_found' | 'last_passkey' | 'sign_in_again'> {
  const { userId, id: sessionId } = session
  return context.database.transaction(async (tx) => {
    if (!mayChangePasskeys(session, context.clock())) return 'sign_in_again'
    // One at a time, so that of two that are removed at once one stays.
    await lockUser(tx, userId)
    const credentialId = Buffer.from(passkey, 'base64url')
    const own = await listPasskeys(tx, userId)
    if (!own.some((known) => known.credentialId.equals(credentialId))) return 'not_found'
    if (own.length === 1) return 'last_passkey'
    await deletePasskey(tx, { userId, credentialId })
    const endedSessions = await deleteOtherSessions(tx, { userId, sessionId })
    await recordOperatorAct(
      { ...context, actor: { kind: 'user', userId, act: 'remove passkey' } },
      tx,
      {
        action: 'passkey.removed',
        subject: userId,
        merchantId: null,
        details: { passkey, sessionId, endedSessions },
      },
    )
    return 'removed'
  })
}
