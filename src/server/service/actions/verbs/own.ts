import type { OWN_ACTIONS } from '#contract/dashboard/actions/own.ts'
import { deleteOtherSessions } from '../../../database/people/dashboard-sessions.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '../../../database/people/passkeys.ts'
import { deleteRecoveryCodes } from '../../../database/people/recovery-codes.ts'
import { lockUser, renameUser } from '../../../database/people/users.ts'
import type { AuditAction } from '../../audit/record-audit.ts'
import { recordOperatorAudit } from '../../audit/operator-context.ts'
import { issueRecoveryCodes } from '../../people/passkeys/recovery-codes.ts'
import { firstCodes, verifyAnswer } from '../../people/passkeys/register-passkey.ts'
import type { ActionContext } from '../action-context.ts'
import { rollBack } from '../../outcome.ts'
import type { VerbsOf } from '../verbs-of.ts'

/**
 * Dashboard actions on a person's own account. Each locks the person: when two passkeys are removed at once, the last one stays.
 */
export const OWN_VERBS: VerbsOf<typeof OWN_ACTIONS> = {
  async 'passkey.add'(context, { ceremonyId, name, registration }) {
    const { database, clock } = context
    const { id: sessionId, userId } = await hold(context)
    const verified = await verifyAnswer(context, { ceremonyId, sessionId, registration })
    const isNew =
      verified !== undefined &&
      (await insertPasskey(database, { ...verified, userId, name, now: clock() }))
    if (!isNew) throw rollBack('invalid_passkey')
    const recoveryCodes = await firstCodes(context, database, userId)
    const passkey = verified.credentialId.toString('base64url')
    await record(context, 'passkey.added', { passkey, how: 'passkey', sessionId })
    return { recoveryCodes }
  },

  async 'passkey.rename'(context, { passkeyId, name }) {
    const { userId } = await hold(context)
    const credentialId = Buffer.from(passkeyId, 'base64url')
    if (!(await renamePasskey(context.database, { userId, credentialId, name })))
      throw rollBack('not_found')
    await record(context, 'passkey.renamed', { passkey: passkeyId })
    return {}
  },

  async 'passkey.remove'(context, { passkeyId }) {
    const { database } = context
    const { id: sessionId, userId } = await hold(context)
    const credentialId = Buffer.from(passkeyId, 'base64url')
    const own = await listPasskeys(database, userId)
    if (!own.some((known) => known.credentialId.equals(credentialId))) throw rollBack('not_found')
    if (own.length === 1) throw rollBack('last_passkey')
    await deletePasskey(database, { userId, credentialId })
    const endedSessions = await deleteOtherSessions(database, { userId, sessionId })
    const passkey = credentialId.toString('base64url')
    await record(context, 'passkey.removed', { passkey, sessionId, endedSessions })
    return { endedSessions }
  },

  async 'recoveryCodes.renew'(context) {
    const { database } = context
    const { userId } = await hold(context)
    await deleteRecoveryCodes(database, userId)
    const recoveryCodes = await issueRecoveryCodes(context, database, userId)
    await record(context, 'recovery_codes.renewed')
    return { recoveryCodes }
  },

  async 'me.rename'(context, { name }) {
    const { userId } = await hold(context)
    await renameUser(context.database, userId, name)
    await record(context, 'user.renamed')
    return {}
  },
}

/**
 * Locks the session's person until the dashboard action has ended; returns the session. Throws `RollBack` if they are disabled.
 */
async function hold({ database, session }: ActionContext): Promise<ActionContext['session']> {
  const user = await lockUser(database, session.userId)
  if (user === undefined || user.status === 'disabled') throw rollBack('not_found')
  return session
}

/** Records a dashboard action, without names: the audit log keeps its rows. */
async function record(
  context: ActionContext,
  action: AuditAction,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { userId: subject } = context.session
  const entry = { action, subject, merchantId: null, details }
  await recordOperatorAudit(context, context.database, entry)
}
