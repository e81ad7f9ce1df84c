import type { Membership } from '#contract/dashboard/roles.ts'
import { createDashboard } from '#dashboard/server/dashboard.ts'
import type { DashboardContext } from '#server/service/people/dashboard-context.ts'
import { createGuessCounter } from '#server/service/people/guess-counter.ts'
import { inviteUser } from '#server/service/people/invite-user.ts'
import type { TestApi } from '../api.ts'
import { createBrowser, type Browser } from './browser.ts'
import { NO_LIMITS } from './no-limits.ts'
import { TEST_PROCESS } from './test-process.ts'

const ADMIN_URL = 'http://localhost:4247'

/** The dashboard beside an API, over its database. */
export interface DashboardOfApi {
  /** A browser in which a new person with this role has signed in. */
  signIn(membership: Membership): Promise<Browser>
}

export function openDashboardOf({ context: service }: TestApi): DashboardOfApi {
  const { database, keys, clock, random } = service
  const context: DashboardContext = {
    environment: 'sandbox',
    adminUrl: ADMIN_URL,
    apiUrl: 'http://localhost:4243',
    checkoutUrl: 'http://localhost:4242',
    storeUrl: 'http://localhost:4244',
    allowLoopbackCallbacks: true,
    database,
    service,
    keys,
    clock,
    random,
    clockOf: (merchantId) => service.time.clockOf(merchantId),
  }
  const dashboard = createDashboard({
    context,
    guesses: createGuessCounter(() => clock().getTime()),
    readProcess: () => TEST_PROCESS,
    limits: NO_LIMITS,
    page: null,
    countReport: () => undefined,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (...line: unknown[]) => {
        throw new Error(`the dashboard failed: ${JSON.stringify(line)}`)
      },
    },
  })
  let made = 0
  return {
    async signIn(membership) {
      made += 1
      const invitation = { email: `person-${made}@pay.example`, name: null, membership }
      const invited = await inviteUser(context, invitation)
      if (invited.outcome === 'refused') throw new Error('nobody was invited')
      const address = `198.51.100.${made}`
      const browser = createBrowser(dashboard, { adminUrl: ADMIN_URL, address })
      await browser.post('/api/sign-in/link', { token: invited.value.link.token })
      return browser
    },
  }
}
