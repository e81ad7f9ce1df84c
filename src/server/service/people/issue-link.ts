import { newBearerToken } from '#domain/bearer-token.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  insertSignInLink,
  type LinkPurpose,
  type NewSignInLink,
} from '../../database/people/sign-in-links.ts'
import { newUuid } from '../keys/new-uuid.ts'
import type { OperatorContext } from '../audit/operator-context.ts'
import { tokenHash } from './token-hash.ts'

export const LINK_HOURS = 72
const HOUR_MS = 3_600_000

/** The token of a link, which is returned only this once, and its end. */
export interface IssuedLink {
  token: string
  expiresAt: Date
}

/**
 * Makes a link in the transaction of a dashboard action, in place of the last one of this purpose. The database keeps its hash.
 */
export async function issueLink(
  { random }: Pick<OperatorContext, 'random'>,
  tx: Queryable,
  link: LinkPurpose & Pick<NewSignInLink, 'userId' | 'maker' | 'now'>,
): Promise<IssuedLink> {
  const token = newBearerToken(random)
  const expiresAt = new Date(link.now.getTime() + LINK_HOURS * HOUR_MS)
  const id = newUuid(random)
  await insertSignInLink(tx, { ...link, id, tokenHash: tokenHash(token), expiresAt })
  return { token, expiresAt }
}

/**
 * The URL of a link that opens the path `to` (default: the start page). The token is in the fragment, which is in no server
 * log and no Referer.
 */
export function linkAt(adminUrl: string, { token }: IssuedLink, to?: string): string {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`
  return `${adminUrl}/sign-in${query}#${token}`
}
