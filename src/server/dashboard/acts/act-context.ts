import type { Extent } from '../../../contract/dashboard/permissions.ts'
import type { SignedIn } from '../../database/dashboard-sessions.ts'
import type { OperatorContext } from '../../operator/operator-context.ts'
import type { DashboardContext } from '../dashboard-context.ts'

/** Its `database` is the act's transaction, and its actor the person. */
export type ActContext = OperatorContext &
  Pick<
    DashboardContext,
    'environment' | 'adminUrl' | 'allowLoopbackCallbacks' | 'clockOf' | 'service'
  > & {
    /** How far the person may go. */
    extent: Extent
    /** Of the person. */
    memberships: SignedIn['memberships']
    /** Of the person, in which they act. */
    session: Pick<SignedIn, 'id' | 'userId'>
  }

/** Of an act outside of a transaction. */
export type LoneActContext = ActContext & {
  /** Of this act, and of no other person's. */
  idempotencyKey: string
}
