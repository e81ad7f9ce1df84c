import type { z } from 'zod'
import {
  DASHBOARD_ACTIONS,
  type DashboardActionInput,
  type DashboardAction,
} from '#contract/dashboard/actions.ts'
import { ALLOWABLE_PERMISSIONS, type Extent } from '#contract/dashboard/permissions.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { MerchantId } from '#contract/ids.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import type { SignedIn } from '../../database/people/dashboard-sessions.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readPeopleMay } from '../../database/people/people-may.ts'
import { rollBack } from '../outcome.ts'

export interface AuthorizedAction {
  input: DashboardActionInput<DashboardAction>
  /** How far the person may go; the verb keeps within it. */
  extent: Extent
}

/**
 * Parses the input of a dashboard action that this person may do, and returns how far they may go. Throws `RollBack`: for a
 * merchant that the person may not see, the same as for one that does not exist, and before anything else about the input is
 * checked.
 */
export async function authorizeAction(
  db: Queryable,
  { memberships }: Pick<SignedIn, 'memberships'>,
  { dashboardAction, input }: { dashboardAction: DashboardAction; input: unknown },
): Promise<AuthorizedAction> {
  const { permission, input: schema } = DASHBOARD_ACTIONS[dashboardAction]
  const merchantId = merchantOf(input)
  if (merchantId === undefined) throw rollBack('invalid_request')
  if (permission === 'own') {
    // A person's own account belongs to no merchant.
    if (merchantId !== null) throw rollBack('not_found')
    return { input: parse(schema, input), extent: 'all' }
  }
  const sees = memberships.some((own) => own.merchantId === null || own.merchantId === merchantId)
  const peopleMay = await allowedAt(db, sees ? merchantId : undefined)
  if (peopleMay === undefined) throw rollBack('not_found')
  const allowed = new Set(ALLOWABLE_PERMISSIONS.filter((name) => peopleMay.includes(name)))
  const extent = extentOf(memberships, permission, { merchantId, allowed })
  if (extent === undefined) throw rollBack('forbidden')
  return { input: parse(schema, input), extent }
}

function parse(
  schema: (typeof DASHBOARD_ACTIONS)[DashboardAction]['input'],
  input: unknown,
): DashboardActionInput<DashboardAction> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw rollBack('invalid_request', faultsOf(parsed.error))
  return parsed.data
}

function faultsOf({ issues }: z.ZodError): FieldProblem[] {
  return issues.map((issue) => {
    const own: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
    const code = typeof own === 'string' ? own : issue.code
    return { path: issue.path.join('.'), code, message: issue.message }
  })
}

/** What a merchant's own people are allowed; undefined: there is no such merchant. */
async function allowedAt(
  db: Queryable,
  merchantId: string | null | undefined,
): Promise<readonly string[] | undefined> {
  if (merchantId === undefined) return undefined
  return merchantId === null ? [] : readPeopleMay(db, merchantId)
}

/** The merchant that an input names, null for the operator, undefined for none. */
function merchantOf(input: unknown): string | null | undefined {
  const { merchantId } = (input ?? {}) as { merchantId?: unknown }
  const parsed = MerchantId.nullable().safeParse(merchantId)
  return parsed.success ? parsed.data : undefined
}
