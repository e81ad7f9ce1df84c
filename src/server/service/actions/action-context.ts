import type { Extent } from '#contract/dashboard/permissions.ts'
import type { SignedIn } from '../../database/people/dashboard-sessions.ts'
import type { OperatorContext } from '../audit/operator-context.ts'
import type { RequestRecord } from '../idempotency.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'

/** The context of a dashboard action: `database` is the dashboard action's transaction, and `actor` the person. */
export type ActionContext = OperatorContext &
  Pick<
    DashboardContext,
    | 'environment'
    | 'layout'
    | 'adminUrl'
    | 'allowLoopbackCallbacks'
    | 'callbackNetworks'
    | 'clockOf'
    | 'service'
  > & {
    /** How far the person may go. */
    extent: Extent
    /** The person's memberships. */
    memberships: SignedIn['memberships']
    /** The person's session in which they act. */
    session: Pick<SignedIn, 'id' | 'userId'>
  }

/** The context of a dashboard action that has transactions of its own, the first of which claims its record. */
export type LoneActionContext = ActionContext & { record: RequestRecord }
