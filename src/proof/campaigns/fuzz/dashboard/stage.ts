import { randomBytes } from 'node:crypto'
import type { AllowablePermission } from '#contract/dashboard/permissions.ts'
import type { Membership } from '#contract/dashboard/roles.ts'
import type { Dashboard } from '#dashboard/server/dashboard.ts'
import { statement } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import { API_URL } from '../../../testing/api-url.ts'
import { composeApi } from '../../../testing/compose-api.ts'
import {
  addTenant,
  type TenantOfTest,
  type TenantsPlace,
} from '../../../testing/dashboard/actions.ts'
import { createBrowser } from '../../../testing/dashboard/browser.ts'
import {
  ADMIN_URLS,
  composeDashboard,
  invitePerson,
} from '../../../testing/dashboard/compose-dashboard.ts'
import { createTestClock } from '../../../testing/test-clock.ts'

export const ADMIN_URL = ADMIN_URLS.sandbox

/** A person with a role, who is signed in. */
export interface Person {
  userId: string
  membership: Membership
  address: string
  cookie: string | undefined
}

/** A merchant of one sequence. Its `plants` are values that no answer to another merchant's people may hold. */
export interface Tenant extends TenantOfTest {
  plants: readonly string[]
  orderReference: string
  shopperEmail: string
  apiKey: string
}

/** What a person may do, according to the database. */
export interface Rights {
  memberships: readonly Membership[]
  /** What each merchant allows its people, by merchant. */
  peopleMay: ReadonlyMap<string, readonly AllowablePermission[]>
}

/** The dashboard under test beside the whole API, over a database of its own. */
export interface DashboardStage {
  fetch(request: Request, address: string): Promise<Response>
  routes: Dashboard['routes']
  newTenant(label: string): Promise<Tenant>
  enter(membership: Membership): Promise<Person>
  rightsOf(person: Person): Promise<Rights>
  /** Advances the clock by a second, between two requests. */
  passTime(): void
  /** Errors that were logged since the last call. */
  takeErrors(): string[]
  close(): Promise<void>
}

const START = new Date('2026-11-20T15:00:00.000Z')
const SECOND_MS = 1000
const SILENT = { info: () => undefined, warn: () => undefined }
const READ_MEMBERSHIPS = statement(
  'fuzz: memberships',
  `select m.merchant_id as "merchantId", m.role, t.people_may as "peopleMay"
   from memberships m left join merchants t on t.id = m.merchant_id where m.user_id = $1`,
)

export async function openDashboardStage(url: string): Promise<DashboardStage> {
  const database = openDatabase({ url, log: SILENT })
  const clock = createTestClock(START)
  const api = await composeApi({ database, url, clock, requestsPerSecond: 1_000_000 })
  const errors: string[] = []
  const { dashboard, context } = composeDashboard(api.context, {
    clock: () => clock.now(),
    random: randomBytes,
    clockOf: () => () => clock.now(),
    onError: (...line) => {
      const [{ err } = {}] = line as { err?: unknown }[]
      errors.push(err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(line))
    },
  })
  let made = 0

  function invite(membership: Membership = { merchantId: null, role: 'admin' }) {
    made += 1
    const email = `someone-${made}-of-${membership.merchantId ?? 'operator'}@pay.example`
    return invitePerson(context, { email, membership })
  }
  const place: TenantsPlace = {
    context,
    clock,
    invite,
    sql: <Row>(text: string, ...values: unknown[]) =>
      database.query<Row & object>(statement('fuzz', text), values),
  }

  /** A session whose shopper is known by e-mail, made by the merchant's backend. */
  async function order(apiKey: string, session: object): Promise<string> {
    const response = await api.fetch(
      new Request(`${API_URL}/v1/sessions`, {
        method: 'POST',
        headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ amount: 25_990, currency: 'BRL', ...session }),
      }),
    )
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return (JSON.parse(text) as { id: string }).id
  }

  return {
    routes: dashboard.routes,
    fetch: async (request, address) => dashboard.fetch(request, { address }),
    async newTenant(label) {
      const name = `Loja ${label}`
      const tenant = await addTenant(place, name)
      const { merchantId, paid, unknown, mismatched, owed } = tenant
      const { apiKey, keyId } = await issueKey(context, keyOfMerchant('sandbox', merchantId))
      const orderReference = `order-${label}`
      const shopperEmail = `shopper-${label}@mail.example`
      const customer = { email: shopperEmail, name: `Shopper ${label}` }
      const ordered = await order(apiKey, { merchantId, orderReference, customer })
      return {
        ...tenant,
        openSessionId: ordered,
        orderReference,
        shopperEmail,
        apiKey,
        plants: [
          merchantId,
          name,
          tenant.keyId,
          keyId,
          apiKey,
          orderReference,
          customer.name,
          shopperEmail,
          ordered,
          tenant.openSessionId,
          tenant.eventId,
          tenant.userId,
          tenant.invitationId,
          ...[paid, unknown, mismatched, owed].flatMap((one) => [one.sessionId, one.paymentId]),
        ],
      }
    },
    async enter(membership) {
      const { userId, token } = await invite(membership)
      const address = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`
      const browser = createBrowser(dashboard, { adminUrl: ADMIN_URL, address })
      const said = await browser.post('/api/sign-in/link', { token })
      if (said.status !== 200) throw new Error(said.text)
      return { userId, membership, address, cookie: browser.cookie() }
    },
    async rightsOf({ userId }) {
      const rows = await database.query<Membership & { peopleMay: AllowablePermission[] | null }>(
        READ_MEMBERSHIPS,
        [userId],
      )
      return {
        memberships: rows,
        peopleMay: new Map(rows.map((row) => [row.merchantId ?? '', row.peopleMay ?? []])),
      }
    },
    passTime: () => clock.advance(SECOND_MS),
    takeErrors: () => errors.splice(0),
    async close() {
      await api.close()
      await database.close()
    },
  }
}
