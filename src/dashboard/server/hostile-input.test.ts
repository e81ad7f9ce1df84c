import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DASHBOARD_ACTIONS,
  DASHBOARD_ACTION_NAMES,
  type DashboardAction,
} from '#contract/dashboard/actions.ts'
import { OWN_ACTIONS, type OwnDashboardAction } from '#contract/dashboard/actions/own.ts'
import { callsOf, type DashboardCall } from '#proof/campaigns/fuzz/dashboard/calls.ts'
import {
  addTenant,
  inputOf,
  ownInputOf,
  perform,
  type TenantOfTest,
} from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'

/** Texts that PostgreSQL refuses. */
const REFUSED = ['\u0000', 'ada@mail.example\u0000', '\ud800']
/** Texts that mean something else to a part of the way, too. */
const HOSTILE = [
  ...REFUSED,
  "' or 1=1 --",
  '__proto__',
  '0000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(5000),
]

let to: TestDashboard
let tenant: TenantOfTest
let browser: Browser
let userId: string
beforeAll(async () => {
  to = await openTestDashboard()
  tenant = await addTenant(to)
  browser = to.browser()
  const invited = await to.invite()
  userId = invited.userId
  await browser.post('/api/sign-in/link', { token: invited.token })
})
afterAll(() => to.close())

/** Sends each input; resolves to those that failed or whose NUL was taken, and to what was logged. */
async function faultsOf<T>(inputs: readonly T[], call: (input: T) => Promise<Said>, ofNul = 400) {
  const faults: unknown[] = []
  for (const input of inputs) {
    const { status } = await call(input)
    const hasNul = /\\u0000|%00/.test(JSON.stringify(input))
    if (status >= 500 || (hasNul && status < ofNul)) faults.push([input, status])
  }
  return [...faults, ...to.logged.splice(0)]
}

const pathOf = ({ path }: Pick<DashboardCall, 'path'>) =>
  path
    .replace(/:merchant(?:Id)?/, tenant.merchantId)
    .replace(':event', tenant.eventId)
    .replace(':list', 'payments')
    .replace(':id', tenant.paid.sessionId)
/** A valid query of the calls that need one. */
const queryOf = ({ path }: DashboardCall) => ({
  ...(path.startsWith('/api/exports') && {
    merchant: tenant.merchantId,
    format: 'csv',
    from: '2026-11-01',
    to: '2026-11-30',
    tz: 'UTC',
  }),
  ...(path === '/api/views' && { list: 'payments' }),
  ...(path.endsWith('/matching') && { state: 'undelivered' }),
})

describe('S-146: hostile input to the dashboard', () => {
  it('in each filter of each query', async () => {
    const asked = callsOf(to.dashboard.routes)
      .filter(({ query }) => query !== undefined)
      .flatMap((call) =>
        [...Object.keys(call.query?.properties ?? {}), 'added'].flatMap((name) =>
          HOSTILE.map((text) => {
            const query = { ...queryOf(call), [name]: text.toWellFormed() }
            return `${pathOf(call)}?${new URLSearchParams(query)}`
          }),
        ),
      )
    expect(asked.length).toBeGreaterThan(300)
    expect(await faultsOf(asked, (path) => browser.get(path), 422)).toEqual([])
  })

  it('in a filter that is given twice, or has no name: it is refused, and none is ignored', async () => {
    const asked = callsOf(to.dashboard.routes).flatMap((call) => {
      const query = new URLSearchParams(queryOf(call))
      const [[name, value] = ['after', 'x']] = query
      return call.query === undefined
        ? []
        : [`${name}=${value}&${name}=${value}&${query}`, `${query}&=x`].map(
            (text) => `${pathOf(call)}?${text}`,
          )
    })
    const answered = []
    for (const path of asked) answered.push([path, (await browser.get(path)).status])
    expect(answered.length).toBeGreaterThan(15)
    expect(answered.filter(([, status]) => status !== 422)).toEqual([])
  })

  it('in what is typed or pasted to find', async () => {
    for (const path of ['/api/find', '/api/keys/identify'])
      expect(
        await faultsOf(
          HOSTILE.map((text) => ({ text })),
          (body) => browser.post(path, body),
          422,
        ),
      ).toEqual([])
  })

  it('in each text of each dashboard action', async () => {
    for (const name of DASHBOARD_ACTION_NAMES) {
      const good = isOwn(name)
        ? await ownInputOf(to, { browser, userId }, name)
        : inputOf(name, tenant)
      expect(DASHBOARD_ACTIONS[name].input.safeParse(good).success).toBe(true)
      const inputs = placesOf(good).flatMap((place) =>
        REFUSED.map((text) => put(structuredClone(good), place, text)),
      )
      expect({
        name,
        faults: await faultsOf(inputs, (input) => perform(browser, name, input)),
      }).toEqual({ name, faults: [] })
    }
  })

  it('in a saved view', async () => {
    const view = {
      list: 'payments',
      merchant: tenant.merchantId,
      name: 'Late',
      filters: { late: 'yes', from: '2026-11-01' },
      isShared: false,
    }
    const views = [...placesOf(view), ['filters', 'added']].flatMap((place) =>
      HOSTILE.map((text) => put(structuredClone(view), place, text)),
    )
    expect(await faultsOf(views, (body) => browser.post('/api/views', body))).toEqual([])
    const unknown = { ...view, merchant: randomUUID() }
    expect((await browser.post('/api/views', unknown)).status).toBe(404)
    expect(to.logged.splice(0)).toEqual([])
  })

  it('in a path', async () => {
    for (const { method, path } of to.dashboard.routes) {
      const paths = [...path.matchAll(/:\w+/g)].flatMap(([parameter]) =>
        HOSTILE.map((text) =>
          pathOf({ path: path.replace(parameter, encodeURIComponent(text.toWellFormed())) }),
        ),
      )
      const faults = []
      for (const one of paths) {
        const { status } = method === 'GET' ? await browser.get(one) : await browser.post(one)
        if (status >= 500 || status < 400) faults.push([one, status])
      }
      expect({ path, faults }).toEqual({ path, faults: [] })
    }
    expect(to.logged.splice(0)).toEqual([])
  })

  it('of a merchant that does not exist: there is nothing', async () => {
    const unknown = randomUUID()
    const renamed = (text: string) => text.replaceAll(tenant.merchantId, unknown)
    const answered: string[] = []
    for (const call of callsOf(to.dashboard.routes)) {
      const filters = Object.keys(call.query?.properties ?? {}).filter((name) =>
        name.startsWith('merchant'),
      )
      const query = {
        ...queryOf(call),
        ...Object.fromEntries(filters.map((name) => [name, unknown])),
      }
      const address = renamed(`${pathOf(call)}?${new URLSearchParams(query)}`)
      const { dashboardAction } = call
      if (dashboardAction === undefined && !address.includes(unknown)) continue
      if (dashboardAction !== undefined && isOwn(dashboardAction)) continue
      const input =
        dashboardAction &&
        (JSON.parse(renamed(JSON.stringify(inputOf(dashboardAction, tenant)))) as object)
      const key = { 'idempotency-key': randomUUID() }
      const body = {
        ...(input && { input }),
        ...(call.path === '/api/ceremonies' && { dashboardAction }),
      }
      const { status } =
        call.method === 'GET' ? await browser.get(address) : await browser.post(address, body, key)
      if (status !== 404) answered.push(`${call.id}: ${status}`)
    }
    expect(answered).toEqual([
      'POST /api/ceremonies merchant.create: 200',
      'POST /api/dashboard-actions/merchant.create: 200',
      // Lists, which are empty.
      'GET /api/sessions: 200',
      'GET /api/refunds: 200',
      'GET /api/disputes: 200',
      'GET /api/audit: 200',
      'GET /api/reads: 200',
      'GET /api/webhooks/:merchant/events: 200',
      'GET /api/webhooks/:merchant/matching: 200',
    ])
    expect(to.logged.splice(0)).toEqual([])
  })
})

function isOwn(name: DashboardAction): name is OwnDashboardAction {
  return name in OWN_ACTIONS
}

function placesOf(part: object, above: readonly string[] = []): string[][] {
  return Object.entries(part).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? placesOf(inner, [...above, key])
      : [[...above, key]],
  )
}

function put<Body extends object>(body: Body, place: readonly string[], text: string): Body {
  let inner = body as Record<string, unknown>
  for (const key of place.slice(0, -1)) inner = inner[key] as Record<string, unknown>
  inner[place.at(-1) ?? ''] = text
  return body
}
