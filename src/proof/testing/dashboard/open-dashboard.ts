import { randomBytes } from 'node:crypto'
import type { Environment } from '#contract/environment.ts'
import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import type { Dashboard } from '#dashboard/server/dashboard.ts'
import type { Layout } from '#domain/layout.ts'
import type { DashboardOptions } from '#dashboard/server/dashboard-options.ts'
import type { DashboardContext } from '#server/service/people/dashboard-context.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'
import { createPersonLimits } from '#dashboard/server/person-limits.ts'
import { shedFirst, type ConcurrencyLimit } from '#server/limits/concurrency-limit.ts'
import { startTestApi, type TestApi } from '../api.ts'
import type { TestClock } from '../test-clock.ts'
import { createBrowser, type Browser } from './browser.ts'
import { ADMIN_URLS, composeDashboard, invitePerson } from './compose-dashboard.ts'

/** The dashboard's backend beside an API with a simulated processor, over a database of its own. */
export interface TestDashboard {
  dashboard: Dashboard
  api: TestApi
  context: DashboardContext
  clock: TestClock
  adminUrl: string
  /** The errors that were logged. */
  logged: unknown[]
  warned: unknown[]
  /** The reports of browsers: the document and the kind of each. */
  reported: string[]
  /** Another browser, at an address of its own unless one is given. */
  browser(address?: string): Browser
  /** Invites a person; resolves to their id and the token of their link. */
  invite(
    membership?: Membership,
    email?: string,
    refundLimits?: RefundLimits,
  ): Promise<{ userId: string; token: string }>
  sql<Row>(text: string, ...values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

interface TestOptions {
  layout?: Layout
  /** Counts what each person does, by the test's clock. */
  isLimited?: boolean
  /** Counts it otherwise. */
  limits?: DashboardOptions['limits']
  concurrencyLimit?: ConcurrencyLimit
}

export async function openTestDashboard(
  environment: Environment = 'sandbox',
  page: LoadedSinglePage | null = null,
  { layout, isLimited = false, limits, concurrencyLimit }: TestOptions = {},
): Promise<TestDashboard> {
  const api = await startTestApi({ environment, ...(layout && { layout }) })
  const { clock } = api
  const adminUrl = ADMIN_URLS[environment]
  const logged: unknown[] = []
  const warned: unknown[] = []
  const reported: string[] = []
  const { dashboard, context } = composeDashboard(api.context, {
    clock: () => clock.now(),
    random: randomBytes,
    clockOf: () => () => clock.now(),
    page,
    ...(isLimited && { limits: createPersonLimits(() => clock.now().getTime()) }),
    ...(limits && { limits }),
    ...(concurrencyLimit && { runIfIdle: shedFirst(concurrencyLimit) }),
    countReport: (document, kind) => void reported.push(`${document} ${kind}`),
    onWarning: (...line) => void warned.push(line),
    onError: (...line) => void logged.push(line),
  })
  let made = 0
  return {
    dashboard,
    api,
    context,
    clock,
    adminUrl,
    logged,
    warned,
    reported,
    browser(address) {
      made += 1
      return createBrowser(dashboard, { adminUrl, address: address ?? `198.51.100.${made}` })
    },
    invite(membership = { merchantId: null, role: 'admin' }, email, refundLimits) {
      made += 1
      const invited = { email: email ?? `person-${made}@pay.example`, membership, refundLimits }
      return invitePerson(context, invited)
    },
    sql: <Row>(text: string, ...values: unknown[]) => api.sql<Row>(text, ...values),
    close: () => api.close(),
  }
}
