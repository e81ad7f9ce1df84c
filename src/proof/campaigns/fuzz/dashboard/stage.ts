import { randomBytes } from 'node:crypto'
import type { AllowablePermission } from '#contract/dashboard/permissions.ts'
import type { Membership } from '#contract/dashboard/roles.ts'
import type { Dashboard } from '#dashboard/server/dashboard.ts'
import { statement } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { readAuditCheck } from '#server/database/audit/audit-checks.ts'
import { verifyAuditLog } from '#server/service/audit/verify-audit-log.ts'
import { issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import { disableUser } from '#server/service/people/disable-user.ts'
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
import { NO_LIMITS } from '../../../testing/dashboard/no-limits.ts'
import { createTestClock } from '../../../testing/test-clock.ts'

export const ADMIN_URL = ADMIN_URLS.sandbox

/** Who made a link, and where: at a merchant, or (null) at the operator. */
export interface LinkMaker {
  userId: string
  merchantId: string | null
}

/** A person with a role, who is signed in. */
export interface Person {
  userId: string
  membership: Membership
  address: string
  cookie: string | undefined
  /** The person who made this person's link. Undefined for the people that every sequence begins with. */
  maker?: LinkMaker
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
  /** False for who was disabled. */
  isActive: boolean
  memberships: readonly Membership[]
  /** What each merchant allows its people, by merchant. */
  peopleMay: ReadonlyMap<string, readonly AllowablePermission[]>
}

/** How many reads of personal data, and how many acts, are recorded of a person. */
export interface Recorded {
  reads: number
  acts: number
}

/** The dashboard under test beside the whole API, over a database of its own. */
export interface DashboardStage {
  fetch(request: Request, address: string): Promise<Response>
  routes: Dashboard['routes']
  newTenant(label: string): Promise<Tenant>
  enter(membership: Membership): Promise<Person>
  rightsOf(person: Pick<Person, 'userId'>): Promise<Rights>
  /** Disables a person by the command line. */
  disable(userId: string): Promise<unknown>
  recordedOf(person: Pick<Person, 'userId'>): Promise<Recorded>
  /** How many permits for exports a person holds. */
  heldBy(person: Pick<Person, 'userId'>): number
  /** The faults of the audit log, as far as it was written since the last call. */
  verifyLog(): Promise<string[]>
  /** Advances the clock by a second, between two requests. */
  passTime(): void
  /** Errors that were logged since the last call. */
  takeErrors(): string[]
  close(): Promise<void>
}

const START = new Date('2026-11-20T15:00:00.000Z')
const SECOND_MS = 1000
const SILENT = { info: () => undefined, warn: () => undefined }
const READ_RIGHTS = statement(
  'fuzz: rights',
  `select u.status <> 'disabled' as "isActive", m.merchant_id as "merchantId", m.role, t.people_may as "peopleMay"
   from users u left join memberships m on m.user_id = u.id left join merchants t on t.id = m.merchant_id where u.id = $1`,
)
const COUNT_RECORDED = statement(
  'fuzz: recorded',
  `select (select count(*) from person_reads where actor = $1) as reads,
     (select count(*) from audit_log where actor = $1) as acts`,
)

interface RightsRow {
  isActive: boolean
  merchantId: string | null
  role: string | null
  peopleMay: AllowablePermission[] | null
}

export async function openDashboardStage(url: string): Promise<DashboardStage> {
  const database = openDatabase({ url, log: SILENT })
  const clock = createTestClock(START)
  const api = await composeApi({ database, url, clock, requestsPerSecond: 1_000_000 })
  const errors: string[] = []
  const held = new Map<string, number>()
  const hold = (userId: string, change: number) =>
    void held.set(userId, (held.get(userId) ?? 0) + change)
  let verifying: Promise<string[]> = Promise.resolve([])
  const { dashboard, context } = composeDashboard(api.context, {
    clock: () => clock.now(),
    random: randomBytes,
    clockOf: () => () => clock.now(),
    limits: {
      ...NO_LIMITS,
      acquireExport(userId) {
        hold(userId, 1)
        return () => hold(userId, -1)
      },
    },
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
      const rows = await database.query<RightsRow>(READ_RIGHTS, [userId])
      const memberships = rows.filter(({ role }) => role !== null) as Membership[]
      return {
        isActive: rows[0]?.isActive === true,
        memberships,
        peopleMay: new Map(rows.map((row) => [row.merchantId ?? '', row.peopleMay ?? []])),
      }
    },
    disable: (userId) => disableUser(context, userId),
    async recordedOf({ userId }) {
      const [row] = await database.query<Recorded>(COUNT_RECORDED, [userId])
      return row ?? { reads: 0, acts: 0 }
    },
    heldBy: ({ userId }) => held.get(userId) ?? 0,
    verifyLog() {
      verifying = verifying.then(async () => {
        while (await verifyAuditLog(api.context));
        const { fault, faultSequence } = (await readAuditCheck(database)) ?? {}
        return fault == null ? [] : [`the audit log is ${fault} at ${faultSequence}`]
      })
      return verifying
    },
    passTime: () => clock.advance(SECOND_MS),
    takeErrors: () => errors.splice(0),
    async close() {
      await api.close()
      await database.close()
    },
  }
}
