import { newBearerToken } from '../../../domain/bearer-token.ts'
import type { Queryable } from '../../database/database.ts'
import { insertSignInLink, type NewSignInLink } from '../../database/sign-in-links.ts'
import type { OperatorContext } from '../../operator/operator-context.ts'
import { tokenHash } from './token-hash.ts'

export const LINK_HOURS = 72
const HOUR_MS = 3_600_000

/** The token of a link, which is returned only this once, and its end. */
export interface IssuedLink {
  token: string
  expiresAt: Date
}

/** Makes the person's only link, in the transaction of an act. The database keeps its hash. */
export async function issueLink(
  { random }: Pick<OperatorContext, 'random'>,
  tx: Queryable,
  link: Pick<NewSignInLink, 'userId' | 'purpose' | 'now'>,
): Promise<IssuedLink> {
  const token = newBearerToken(random)
  const expiresAt = new Date(link.now.getTime() + LINK_HOURS * HOUR_MS)
  await insertSignInLink(tx, { ...link, tokenHash: tokenHash(token), expiresAt })
  return { token, expiresAt }
}
