import { randomBytes } from 'node:crypto'
import type { Environment } from '#contract/environment.ts'
import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import { createDashboard, type Dashboard } from '#dashboard/server/dashboard.ts'
import type { DashboardContext } from '#server/service/people/dashboard-context.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'
import { createPersonLimits } from '#dashboard/server/person-limits.ts'
import { shedFirst } from '#server/limits/shed-first.ts'
import { createGuessCounter } from '#server/service/people/guess-counter.ts'
import { inviteUser } from '#server/service/people/invite-user.ts'
import type { ConcurrencyLimit } from '#server/limits/concurrency-limit.ts'
import { startTestApi, type TestApi } from '../api.ts'
import type { TestClock } from '../test-clock.ts'
import { createBrowser, type Browser } from './browser.ts'
import { NO_LIMITS } from './no-limits.ts'
import { TEST_PROCESS } from './test-process.ts'

const ADMIN_URL = { sandbox: 'http://localhost:4247', production: 'https://admin.pay.example' }

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

interface TestLimits {
  /** Counts what each person does, by the test's clock. */
  isLimited?: boolean
  concurrencyLimit?: ConcurrencyLimit
}

export async function openTestDashboard(
  environment: Environment = 'sandbox',
  page: LoadedSinglePage | null = null,
  { isLimited = false, concurrencyLimit }: TestLimits = {},
): Promise<TestDashboard> {
  const api = await startTestApi({ environment })
  const { clock } = api
  const { database, keys } = api.context
  const adminUrl = ADMIN_URL[environment]
  const logged: unknown[] = []
  const warned: unknown[] = []
  const reported: string[] = []
  const context: DashboardContext = {
    environment,
    adminUrl,
    apiUrl: 'http://localhost:4243',
    checkoutUrl: 'http://localhost:4242',
    storeUrl: environment === 'sandbox' ? 'http://localhost:4244' : null,
    allowLoopbackCallbacks: environment === 'sandbox',
    database,
    service: api.context,
    keys,
    clock: () => clock.now(),
    random: randomBytes,
    clockOf: () => () => clock.now(),
  }
  const dashboard = createDashboard({
    context,
    guesses: createGuessCounter(() => clock.now().getTime()),
    readProcess: () => TEST_PROCESS,
    limits: isLimited ? createPersonLimits(() => clock.now().getTime()) : NO_LIMITS,
    ...(concurrencyLimit && { runIfIdle: shedFirst(concurrencyLimit) }),
    page,
    countReport: (document, kind) => void reported.push(`${document} ${kind}`),
    log: {
      info: () => undefined,
      warn: (...line: unknown[]) => void warned.push(line),
      error: (...line: unknown[]) => void logged.push(line),
    },
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
    async invite(membership = { merchantId: null, role: 'admin' }, email, refundLimits) {
      made += 1
      const invited = await inviteUser(context, {
        email: email ?? `person-${made}@pay.example`,
        name: null,
        membership,
        ...(refundLimits !== undefined && { refundLimits }),
      })
      if (invited.outcome === 'refused') throw new Error('nobody was invited')
      return { userId: invited.value.userId, token: invited.value.link.token }
    },
    sql: <Row>(text: string, ...values: unknown[]) => api.sql<Row>(text, ...values),
    close: () => api.close(),
  }
}
