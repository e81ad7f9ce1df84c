import type { Me } from '../../contract/dashboard/me.ts'
import type { Environment } from '../../contract/environment.ts'
import { IDLE_MINUTES, opensDashboard } from '../../domain/dashboard/session-rules.ts'
import type { SignedIn } from '../../server/dashboard/people/read-session.ts'

/** Who is signed in, as the page is told. */
export function presentMe(
  environment: Environment,
  { id, userId, email, name, how, expiresAt, memberships }: SignedIn,
): Me {
  return {
    environment,
    user: { id: userId, email, name },
    memberships: memberships.map(({ merchantId, merchantName, role }) => ({
      merchantId,
      merchantName,
      role,
    })),
    session: {
      id,
      how,
      opensDashboard: opensDashboard(how, environment),
      expiresAt: expiresAt.toISOString(),
      idleMinutes: IDLE_MINUTES[environment],
    },
  }
}
