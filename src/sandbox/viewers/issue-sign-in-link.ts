import { SIGN_IN_LINK_MINUTES } from '../../contract/viewer.ts'
import { newBearerToken } from '../../domain/bearer-token.ts'
import { insertSignInLink } from '../database/viewers.ts'
import { tokenHash } from './token-hash.ts'
import type { OperatorContext } from '../../server/operator/operator-context.ts'

/** Issues the token of a one-time sign-in link. The database keeps its hash only. */
export async function issueSignInLink(
  { database, clock, random }: Pick<OperatorContext, 'database' | 'clock' | 'random'>,
  merchantId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const now = clock()
  const token = newBearerToken(random)
  const expiresAt = new Date(now.getTime() + SIGN_IN_LINK_MINUTES * 60_000)
  await insertSignInLink(database, { tokenHash: tokenHash(token), merchantId, now, expiresAt })
  return { token, expiresAt }
}
