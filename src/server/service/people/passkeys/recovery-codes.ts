import { newRecoveryCode, recoveryCodeDigits } from '#domain/dashboard/recovery-code.ts'
import { deleteSessionsOf } from '../../../database/people/dashboard-sessions.ts'
import type { Queryable } from '../../../database/engine/database.ts'
import {
  insertRecoveryCodes,
  useRecoveryCode as writeUsed,
} from '../../../database/people/recovery-codes.ts'
import { noteRecovery } from '../../../database/people/users.ts'
import { recordOperatorAudit } from '../../audit/operator-context.ts'
import type { DashboardContext, SignInPlace } from '../dashboard-context.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import { tokenHash } from '../token-hash.ts'
import { done, refuse, type Outcome } from '../../outcome.ts'

const CODES = 10

/** Makes a person's recovery codes, which are returned only this once: the database keeps their hashes. */
export async function issueRecoveryCodes(
  { random }: Pick<DashboardContext, 'random'>,
  tx: Queryable,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => newRecoveryCode(random))
  const hashes = codes.map((code) => tokenHash(recoveryCodeDigits(code) ?? ''))
  await insertRecoveryCodes(tx, userId, hashes)
  return codes
}

/**
 * Trades a code for a session that may register a passkey, once, and ends the person's other sessions. A code that was
 * used is refused like one that never existed.
 */
export async function useRecoveryCode(
  context: DashboardContext,
  { code, place }: { code: string; place: SignInPlace },
): Promise<Outcome<OpenedSession, 'invalid_recovery_code'>> {
  const digits = recoveryCodeDigits(code)
  if (digits === undefined) return refuse('invalid_recovery_code')
  return context.database.transaction(
    async (tx): Promise<Outcome<OpenedSession, 'invalid_recovery_code'>> => {
      const now = context.clock()
      const userId = await writeUsed(tx, tokenHash(digits))
      if (userId === undefined) return refuse('invalid_recovery_code')
      await deleteSessionsOf(tx, userId)
      await noteRecovery(tx, userId, now)
      const opened = await openSession(context, tx, { userId, how: 'recovery', now, place })
      await recordOperatorAudit(
        { ...context, actor: { kind: 'user', userId, dashboardAction: 'recover' } },
        tx,
        {
          action: 'recovery_code.used',
          subject: userId,
          merchantId: null,
          details: { sessionId: opened.sessionId, address: place.address },
        },
      )
      return done(opened)
    },
  )
}
