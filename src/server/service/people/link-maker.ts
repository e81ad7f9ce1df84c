import type { Membership } from '#contract/dashboard/roles.ts'
import { mayMakeLink } from '#domain/dashboard/may-make-link.ts'
import { deleteSessions, listSessionsMadeBy } from '../../database/people/dashboard-sessions.ts'
import {
  deleteLinks,
  listLinksMadeBy,
  type LinkMaker,
  type MadeAccess,
} from '../../database/people/sign-in-links.ts'
import {
  lockActiveAdmins,
  lockActiveOwners,
  readActiveMemberships,
  readMemberships,
} from '../../database/people/users.ts'
import type { Queryable, Transaction } from '../../database/engine/database.ts'
import type { OperatorContext } from '../audit/operator-context.ts'

/** What a link gives, and by whose right. */
export interface Access {
  userId: string
  /** The role that it gives; null: it recovers an account. */
  membership: Membership | null
  /** Null: the operator, by the command line, whose right does not end. */
  maker: LinkMaker | null
}

/** The maker of a link that the context's actor makes at a merchant, or at the operator. */
export function makerOf(
  { actor }: Pick<OperatorContext, 'actor'>,
  merchantId: string | null,
): LinkMaker | null {
  return actor?.kind === 'user' ? { userId: actor.userId, merchantId } : null
}

/**
 * Whether the maker may still give this access. Until the transaction ends, nobody takes the right from them: call it before
 * the person who gets the access is locked, since all who change rights lock in this order.
 */
export async function isStillGiven(tx: Transaction, access: Access): Promise<boolean> {
  const { maker } = access
  if (maker === null) return true
  await lockActiveAdmins(tx)
  if (maker.merchantId !== null) await lockActiveOwners(tx, maker.merchantId)
  return mayStillMake(tx, { ...access, maker })
}

/**
 * Ends the links that a person made, and the sessions that these have opened, unless the person may still make them. Call it
 * when a person's rights were reduced. First the links: whoever is trading one has committed their session then.
 */
export async function endLostAccess(tx: Transaction, makerId: string): Promise<void> {
  await deleteLinks(tx, await lostOf(tx, await listLinksMadeBy(tx, makerId)))
  await deleteSessions(tx, await lostOf(tx, await listSessionsMadeBy(tx, makerId)))
}

async function lostOf(tx: Queryable, made: readonly MadeAccess[]): Promise<Buffer[]> {
  const lost: Buffer[] = []
  for (const access of made) if (!(await mayStillMake(tx, access))) lost.push(access.key)
  return lost
}

async function mayStillMake(
  db: Queryable,
  { userId, membership, maker }: Access & { maker: LinkMaker },
): Promise<boolean> {
  const own = await readActiveMemberships(db, maker.userId)
  const recovered = membership === null ? await readMemberships(db, userId) : []
  return mayMakeLink(own, { merchantId: maker.merchantId, membership, recovered })
}
