import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import { createDashboard, type Dashboard } from '#dashboard/server/dashboard.ts'
import type { DashboardOptions } from '#dashboard/server/dashboard-options.ts'
import type { ServiceContext } from '#server/service/context.ts'
import type { DashboardContext } from '#server/service/people/dashboard-context.ts'
import { createGuessCounter } from '#server/service/people/guess-counter.ts'
import { inviteUser } from '#server/service/people/invite-user.ts'
import { NO_LIMITS } from './no-limits.ts'
import { TEST_PROCESS } from './test-process.ts'

export const ADMIN_URLS = {
  sandbox: 'http://localhost:4247',
  production: 'https://admin.pay.example',
}

interface Composing
  extends
    Pick<DashboardContext, 'clock' | 'random' | 'clockOf'>,
    Partial<Pick<DashboardOptions, 'limits' | 'runIfIdle' | 'page' | 'countReport'>> {
  onWarning?: (...line: unknown[]) => void
  onError: (...line: unknown[]) => void
}

/** The dashboard's backend beside a service, over its database. */
export function composeDashboard(
  service: ServiceContext,
  { clock, random, clockOf, onWarning = () => undefined, onError, ...options }: Composing,
): { dashboard: Dashboard; context: DashboardContext } {
  const { environment, layout, database, keys } = service
  const isLocal = layout === 'local'
  const context: DashboardContext = {
    environment,
    layout,
    adminUrl: ADMIN_URLS[environment],
    apiUrl: 'http://localhost:4243',
    checkoutUrl: 'http://localhost:4242',
    storeUrl: isLocal ? 'http://localhost:4244' : null,
    allowLoopbackCallbacks: isLocal,
    database,
    service,
    keys,
    clock,
    random,
    clockOf,
  }
  const dashboard = createDashboard({
    context,
    guesses: createGuessCounter(() => clock().getTime()),
    readProcess: () => TEST_PROCESS,
    limits: NO_LIMITS,
    page: null,
    countReport: () => undefined,
    log: { info: () => undefined, warn: onWarning, error: onError },
    ...options,
  })
  return { dashboard, context }
}

/** Invites a person; resolves to their id and the token of their link. */
export async function invitePerson(
  context: DashboardContext,
  {
    email,
    membership,
    refundLimits,
  }: { email: string; membership: Membership; refundLimits?: RefundLimits | undefined },
): Promise<{ userId: string; token: string }> {
  const invited = await inviteUser(context, {
    email,
    name: null,
    membership,
    ...(refundLimits !== undefined && { refundLimits }),
  })
  if (invited.outcome === 'refused') throw new Error('nobody was invited')
  return { userId: invited.value.userId, token: invited.value.link.token }
}
