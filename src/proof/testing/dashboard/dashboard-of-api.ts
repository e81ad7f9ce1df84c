import type { Membership } from '#contract/dashboard/roles.ts'
import type { TestApi } from '../api.ts'
import { createBrowser, type Browser } from './browser.ts'
import { composeDashboard, invitePerson } from './compose-dashboard.ts'

/** The dashboard beside an API, over its database. */
export interface DashboardOfApi {
  /** A browser in which a new person with this role has signed in. */
  signIn(membership: Membership): Promise<Browser>
}

export function openDashboardOf({ context: service }: TestApi): DashboardOfApi {
  const { dashboard, context } = composeDashboard(service, {
    clock: service.clock,
    random: service.random,
    clockOf: (merchantId) => service.time.clockOf(merchantId),
    onError: (...line) => {
      throw new Error(`the dashboard failed: ${JSON.stringify(line)}`)
    },
  })
  let made = 0
  return {
    async signIn(membership) {
      made += 1
      const { token } = await invitePerson(context, {
        email: `person-${made}@pay.example`,
        membership,
      })
      const address = `198.51.100.${made}`
      const browser = createBrowser(dashboard, { adminUrl: context.adminUrl, address })
      await browser.post('/api/sign-in/link', { token })
      return browser
    },
  }
}
