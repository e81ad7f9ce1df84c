import { PEOPLE_PAGE, type People } from '#contract/dashboard/people.ts'
import { pageOf } from '../../database/engine/read-page.ts'
import { readPeopleMay } from '../../database/people/people-may.ts'
import {
  listInvitations,
  listPeople as readPeople,
  listRecoveries,
  type RecoveryRow,
} from '../../database/people/people.ts'
import type { DashboardContext } from './dashboard-context.ts'

const RECOVERY_SHOWN_MS = 7 * 86_400_000
const LINKS_MAX = 200

interface Asked {
  /** Null: the operator's people. */
  merchantId: string | null
  after: string | null
  /** The person who reads the list. */
  userId: string
  /** Whether people of the operator are named as makers of links. */
  namesOperators: boolean
}

/**
 * A page of the people of the operator or of a merchant; with the first page, also their open invitations and
 * recovery links. Undefined when there is no such merchant.
 */
export async function listPeople(
  { database, clock }: Pick<DashboardContext, 'database' | 'clock'>,
  { merchantId, after, userId, namesOperators }: Asked,
): Promise<Omit<People, 'roles'> | undefined> {
  if (merchantId !== null && (await readPeopleMay(database, merchantId)) === undefined)
    return undefined
  const now = clock()
  const links = { merchantId, now, limit: LINKS_MAX, namesOperators }
  const [rows, invitations, recoveries] = await Promise.all([
    readPeople(database, { merchantId, after, limit: PEOPLE_PAGE + 1 }),
    after === null ? listInvitations(database, links) : [],
    after === null ? listRecoveries(database, links) : [],
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
    invitations: invitations.map((row) => ({ ...row, ...timesOf(row) })),
    recoveries: recoveries.map((row) => ({ ...row, ...timesOf(row) })),
    hasMore,
  }
}

function timesOf({ createdAt, expiresAt }: Pick<RecoveryRow, 'createdAt' | 'expiresAt'>) {
  return { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
