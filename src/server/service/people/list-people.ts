import { PEOPLE_PAGE, type People } from '#contract/dashboard/people.ts'
import { pageOf } from '../../database/engine/read-page.ts'
import { readPeopleMay } from '../../database/people/people-may.ts'
import { listInvitations, listPeople as readPeople } from '../../database/people/people.ts'
import type { DashboardContext } from './dashboard-context.ts'

const RECOVERY_SHOWN_MS = 7 * 86_400_000
const INVITATIONS_MAX = 200

interface Asked {
  /** Null: the operator's people. */
  merchantId: string | null
  after: string | null
  /** The person who reads the list. */
  userId: string
}

/**
 * A page of the people of the operator or of a merchant; with the first page, also their open invitations. Undefined when
 * there is no such merchant.
 */
export async function listPeople(
  { database, clock }: Pick<DashboardContext, 'database' | 'clock'>,
  { merchantId, after, userId }: Asked,
): Promise<Omit<People, 'roles'> | undefined> {
  if (merchantId !== null && (await readPeopleMay(database, merchantId)) === undefined)
    return undefined
  const now = clock()
  const [rows, invitations] = await Promise.all([
    readPeople(database, { merchantId, after, limit: PEOPLE_PAGE + 1 }),
    after === null ? listInvitations(database, { merchantId, now, limit: INVITATIONS_MAX }) : [],
  ])
  const isShown = (at: Date | null) =>
    at !== null && now.getTime() - at.getTime() < RECOVERY_SHOWN_MS
  const { items, hasMore } = pageOf(rows, PEOPLE_PAGE)
  return {
    items: items.map((row) => ({
      ...row,
      isYou: row.userId === userId,
      seenAt: row.seenAt?.toISOString() ?? null,
      recoveredAt: isShown(row.recoveredAt) ? (row.recoveredAt?.toISOString() ?? null) : null,
    })),
    invitations: invitations.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
    hasMore,
  }
}
