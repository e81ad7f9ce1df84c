import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DASHBOARD_ACTION_NAMES,
  DASHBOARD_ACTIONS,
  DashboardActionCeremony,
  type DashboardAction,
} from '#contract/dashboard/actions.ts'
import { OWN_ACTIONS, type OwnDashboardAction } from '#contract/dashboard/actions/own.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  seatOf,
  type Membership,
} from '#contract/dashboard/roles.ts'
import { ALLOWABLE_PERMISSIONS, grantOf, type Extent } from '#contract/dashboard/permissions.ts'
import { createApiKeyCache } from '#server/service/keys/api-key-cache.ts'
import {
  defaultScopes,
  issueKey,
  keyOfCheckout,
  keyOfMerchant,
} from '#server/service/keys/issue-key.ts'
import { allowPeople } from '#server/service/people/allow-people.ts'
import { verifyAudit } from '#server/service/audit/verify-audit.ts'
import {
  addTenant,
  inputOf,
  ownInputOf,
  perform,
  prepareAction,
  signAction,
  type TenantOfTest,
} from '#proof/testing/dashboard/actions.ts'
import { createAuthenticator } from '#proof/testing/dashboard/authenticator.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import {
  enterWithPasskey,
  signInWithPasskey,
  type PasskeyPerson,
} from '#proof/testing/dashboard/passkey-person.ts'

const MINUTE_MS = 60_000
const OWN = Object.keys(OWN_ACTIONS) as OwnDashboardAction[]
type RoleDashboardAction = Exclude<DashboardAction, OwnDashboardAction>
const isOwn = (dashboardAction: DashboardAction): dashboardAction is OwnDashboardAction =>
  dashboardAction in OWN_ACTIONS
const ROLE_ACTIONS = DASHBOARD_ACTION_NAMES.filter(
  (dashboardAction): dashboardAction is RoleDashboardAction => !isOwn(dashboardAction),
)
const SIGNED = DASHBOARD_ACTION_NAMES.filter(
  (dashboardAction) => DASHBOARD_ACTIONS[dashboardAction].signed === true,
)

let sandbox: TestDashboard
let production: TestDashboard
let own: TenantOfTest
let other: TenantOfTest
beforeAll(async () => {
  sandbox = await openTestDashboard()
  production = await openTestDashboard('production')
  own = await addTenant(sandbox)
  other = await addTenant(sandbox)
})
afterAll(async () => {
  await sandbox.close()
  await production.close()
})

const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
/** The status and the body of a refusal, without its request id. */
const bytesOf = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]

async function enter(to: TestDashboard, membership: Membership): Promise<Browser> {
  const browser = to.browser()
  const { token } = await to.invite(membership)
  await browser.post('/api/sign-in/link', { token })
  return browser
}

const nothing = (): TenantOfTest => ({
  ...other,
  merchantId: randomUUID(),
  keyId: 'key_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  eventId: 'evt_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  userId: 'usr_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  invitationId: randomUUID(),
})
/** A dashboard action of the operator, which names no merchant. */
const isOfOperator = (dashboardAction: RoleDashboardAction) =>
  (inputOf(dashboardAction, nothing()) as { merchantId: string | null }).merchantId === null
/**
 * The code that refuses a dashboard action to a person of this extent. No person of this test has a limit, so `up_to_limit`
 * allows nothing.
 */
const refusalOf = (extent: Extent | undefined) => {
  if (extent === 'up_to_limit') return 'over_limit'
  return extent === undefined || extent === 'where_allowed' ? 'forbidden' : undefined
}
/** The number of rows that a dashboard action adds to the audit log in a person's name, where it is not 1. */
const AUDITED: Partial<Record<RoleDashboardAction, number>> = { 'merchant.create': 2 }
const countEntries = async (to: TestDashboard) =>
  (
    await to.sql<{ count: number }>(
      `select count(*)::int as count from audit_log where actor_kind = 'user'`,
    )
  )[0]?.count

describe.each([
  ...OPERATOR_ROLES.map((role) => ({ at: 'the operator', role })),
  ...MERCHANT_ROLES.map((role) => ({ at: 'a merchant', role })),
])('$role of $at', ({ at, role }) => {
  let browser: Browser
  const isOperator = at === 'the operator'
  const membership = () => ({ merchantId: isOperator ? null : own.merchantId, role }) as Membership
  beforeAll(async () => {
    browser = await enter(sandbox, membership())
  })

  it.each(ROLE_ACTIONS)('%s: as the table says, at the own merchant', async (dashboardAction) => {
    const target = await addTenant(sandbox)
    await prepareAction(sandbox, dashboardAction, target)
    const { merchantId } = target
    const person = isOperator ? browser : await enter(sandbox, { merchantId, role } as Membership)
    const refused = refusalOf(
      grantOf(seatOf(membership()), DASHBOARD_ACTIONS[dashboardAction].permission),
    )
    const may = refused === undefined
    const [refusal, why] =
      isOperator || !isOfOperator(dashboardAction) ? [403, refused] : [404, 'not_found']
    const begun = await person.post('/api/ceremonies', {
      dashboardAction,
      input: inputOf(dashboardAction, target),
    })
    expect(outcome(begun)).toEqual(may ? [200, undefined] : [refusal, why])
    const before = await countEntries(sandbox)
    const said = await perform(person, dashboardAction, inputOf(dashboardAction, target))
    const [status, code] = outcome(said)
    const entries = ((await countEntries(sandbox)) ?? 0) - (before ?? 0)
    const isAnswer = DASHBOARD_ACTIONS[dashboardAction].answer.safeParse(said.body).success
    expect({ dashboardAction, status, code, entries, isAnswer }).toEqual(
      may
        ? {
            dashboardAction,
            status: 200,
            code: undefined,
            entries: AUDITED[dashboardAction] ?? 1,
            isAnswer: true,
          }
        : { dashboardAction, status: refusal, code: why, entries: 0, isAnswer: false },
    )
  })

  it.each(ROLE_ACTIONS)(
    "%s: another's merchant is as none, to the byte",
    async (dashboardAction) => {
      // A dashboard action of the operator is given an unknown merchant here: a merchant's people must get the same answer for the
      // operator.
      const none = await perform(
        browser,
        dashboardAction,
        isOfOperator(dashboardAction) ? nothing() : inputOf(dashboardAction, nothing()),
      )
      expect(outcome(none)).toEqual([404, 'not_found'])
      if (isOperator) return
      const before = await countEntries(sandbox)
      const others = inputOf(dashboardAction, other)
      for (const input of [others, { ...others, more: 1 }, { ...others, merchantId: null }]) {
        expect(bytesOf(await perform(browser, dashboardAction, input))).toEqual(bytesOf(none))
        const begun = await browser.post('/api/ceremonies', { dashboardAction, input })
        expect(bytesOf(begun)).toEqual(bytesOf(none))
      }
      expect(await countEntries(sandbox)).toBe(before)
    },
  )
})

describe('the own account', () => {
  const seats: Membership[] = [
    ...OPERATOR_ROLES.map((role) => ({ merchantId: null, role })),
    ...MERCHANT_ROLES.map((role) => ({ merchantId: '', role })),
  ]
  const enterSeat = (seat: Membership) =>
    enterWithPasskey(
      sandbox,
      seat.merchantId === null ? seat : { ...seat, merchantId: own.merchantId },
    )

  it.each(OWN)('%s: every role may', async (dashboardAction) => {
    for (const seat of seats) {
      const person = await enterSeat(seat)
      const input = await ownInputOf(sandbox, person, dashboardAction)
      const before = await countEntries(sandbox)
      const said = await perform(person.browser, dashboardAction, input)
      const isAnswer = DASHBOARD_ACTIONS[dashboardAction].answer.safeParse(said.body).success
      const entries = ((await countEntries(sandbox)) ?? 0) - (before ?? 0)
      expect({ seat, status: said.status, isAnswer, entries }).toEqual({
        seat,
        status: 200,
        isAnswer: true,
        entries: 1,
      })
    }
  })

  it.each(OWN)(
    "%s: a merchant's, another's and none are alike, to the byte",
    async (dashboardAction) => {
      const [person, stranger] = [await enterWithPasskey(sandbox), await enterWithPasskey(sandbox)]
      const input = await ownInputOf(sandbox, person, dashboardAction)
      const before = await countEntries(sandbox)
      const none = await perform(person.browser, dashboardAction, {
        ...input,
        merchantId: randomUUID(),
      })
      expect(outcome(none)).toEqual([404, 'not_found'])
      const tried = [
        await perform(person.browser, dashboardAction, { ...input, merchantId: own.merchantId }),
      ]
      if ('passkeyId' in input) tried.push(await perform(stranger.browser, dashboardAction, input))
      for (const said of tried) expect(bytesOf(said)).toEqual(bytesOf(none))
      expect(await countEntries(sandbox)).toBe(before)
    },
  )
})

describe("a merchant's own people", () => {
  it.each(ROLE_ACTIONS)(
    '%s: as the operator allows it, for this merchant alone',
    async (dashboardAction) => {
      const tenant = await addTenant(sandbox)
      const { permission } = DASHBOARD_ACTIONS[dashboardAction]
      const needed = ALLOWABLE_PERMISSIONS.filter((name) => name === permission)
      const others = ALLOWABLE_PERMISSIONS.filter((name) => name !== permission)
      const roles = ['owner', 'developer', 'support', 'finance'] as const
      const people = await Promise.all(
        roles.map((role) => enter(sandbox, { merchantId: tenant.merchantId, role })),
      )
      const statuses = async () => {
        const { keyId } = await issueKey(
          sandbox.context,
          keyOfMerchant('sandbox', tenant.merchantId),
        )
        const said = await Promise.all(
          people.map((browser) =>
            browser.post('/api/ceremonies', {
              dashboardAction,
              input: inputOf(dashboardAction, { ...tenant, keyId }),
            }),
          ),
        )
        return said.map(({ status }) => status)
      }
      const { merchantId } = tenant
      const statusesOf = (isAllowed: boolean) =>
        roles.map((role) => {
          if (isOfOperator(dashboardAction)) return 404
          const extent = grantOf(seatOf({ merchantId: tenant.merchantId, role }), permission)
          const isRefused = refusalOf(extent) !== undefined
          return !isRefused || (isAllowed && extent === 'where_allowed') ? 200 : 403
        })
      const before = statusesOf(false)
      expect(await statuses()).toEqual(before)
      await allowPeople(sandbox.context, { merchantId: other.merchantId, may: needed })
      await allowPeople(sandbox.context, { merchantId, may: others })
      expect(await statuses()).toEqual(before)
      await allowPeople(sandbox.context, { merchantId, may: ALLOWABLE_PERMISSIONS })
      expect(await statuses()).toEqual(statusesOf(true))
      await allowPeople(sandbox.context, { merchantId, may: [] })
      expect(await statuses()).toEqual(before)
    },
  )
})

describe('a dashboard action on a key', () => {
  it.each(['key.rotate', 'key.revoke'] as const)(
    "%s: another merchant's key is as none",
    async (dashboardAction) => {
      const admin = await enter(sandbox, { merchantId: null, role: 'admin' })
      const none = await perform(admin, dashboardAction, {
        merchantId: own.merchantId,
        keyId: nothing().keyId,
      })
      expect(outcome(none)).toEqual([404, 'not_found'])
      const ofPage = await issueKey(sandbox.context, keyOfCheckout('sandbox'))
      for (const { keyId } of [other, ofPage]) {
        const said = await perform(admin, dashboardAction, { merchantId: own.merchantId, keyId })
        expect(bytesOf(said)).toEqual(bytesOf(none))
      }
      const [left] = await sandbox.sql('select revoked_at from api_keys where id = $1', other.keyId)
      expect(left).toEqual({ revoked_at: null })
    },
  )

  it('issues one that works, and is nowhere in the database', async () => {
    const admin = await enter(sandbox, { merchantId: null, role: 'admin' })
    const said = await perform(admin, 'key.issue', {
      merchantId: own.merchantId,
      scopes: ['sessions:read'],
      expiresInDays: 30,
    })
    const { apiKey, expiresAt } = DASHBOARD_ACTIONS['key.issue'].answer.parse(said.body)
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(sandbox.clock.now().getTime())
    const { database, keys, clock } = sandbox.context
    const log = pino({ level: 'silent' })
    const found = await createApiKeyCache({ database, keys, clock, log }).find(apiKey)
    expect(found).toMatchObject({ key: { scopes: ['sessions:read'] } })
    const [row] = await sandbox.sql<{ all: string }>(
      `select (schema_to_xml('public', true, false, ''))::text as all`,
    )
    expect(row?.all).not.toContain(apiKey)
  })

  it.each(['sandbox', 'production'] as const)(
    "S-138: gives a key no more than its issuer's role: %s",
    async (environment) => {
      const to = environment === 'sandbox' ? sandbox : production
      const tenant = await addTenant(to)
      const { merchantId } = tenant
      await allowPeople(to.context, { merchantId, may: ALLOWABLE_PERMISSIONS })
      const as = async (role: 'owner' | 'developer') => {
        const person = await enterWithPasskey(to, { merchantId, role })
        return async (name: DashboardAction, input: object) =>
          perform(person.browser, name, input, {
            signature: await signAction(person, name, input),
          })
      }
      const [owner, developer] = [await as('owner'), await as('developer')]
      const scopesOf = async ({ body }: Said) => {
        const { keyId } = body as { keyId: string }
        const [key] = await to.sql<{ scopes: string[] }>(
          'select scopes from api_keys where id = $1',
          keyId,
        )
        return key?.scopes ?? []
      }
      const forbidden =
        environment === 'sandbox'
          ? ['refunds:write', 'captures:write']
          : ['refunds:write', 'captures:write', 'sessions:read', 'events:read']
      const most = await owner('key.issue', { merchantId })
      expect(await scopesOf(most)).toEqual(defaultScopes(environment))

      const byDefault = await developer('key.issue', { merchantId })
      expect(await scopesOf(byDefault)).toEqual(
        defaultScopes(environment).filter((scope) => !forbidden.includes(scope)),
      )
      const own = await developer('key.rotate', {
        merchantId,
        keyId: (byDefault.body as { keyId: string }).keyId,
      })
      expect(await scopesOf(own)).toEqual(await scopesOf(byDefault))

      const counted = () => to.sql('select id from api_keys')
      const before = await counted()
      for (const scope of forbidden) {
        const issued = await developer('key.issue', {
          merchantId,
          scopes: ['sessions:write', scope],
        })
        expect(outcome(issued)).toEqual([403, 'forbidden'])
      }
      for (const keyId of [tenant.keyId, (most.body as { keyId: string }).keyId])
        expect(outcome(await developer('key.rotate', { merchantId, keyId }))).toEqual([
          403,
          'forbidden',
        ])
      expect(await counted()).toEqual(before)
    },
  )

  it('refuses a scope that production lacks, a key that has ended, and an address inside', async () => {
    const person = await enterWithPasskey(production)
    const tenant = await addTenant(production)
    const { merchantId, keyId } = tenant
    const signed = async (dashboardAction: DashboardAction, input: object) => {
      const signature = await signAction(person, dashboardAction, input)
      return perform(person.browser, dashboardAction, input, { signature })
    }
    expect(
      outcome(await signed('key.issue', { merchantId, scopes: ['sandbox:simulate'] })),
    ).toEqual([422, 'invalid_request'])
    for (const url of ['http://loja.example/', 'https://127.0.0.1/', 'https://u:p@loja.example/'])
      expect(outcome(await signed('callback.set', { merchantId, url }))).toEqual([
        422,
        'invalid_url',
      ])
    expect((await perform(person.browser, 'key.revoke', { merchantId, keyId })).status).toBe(200)
    expect(outcome(await signed('key.rotate', { merchantId, keyId }))).toEqual([409, 'key_ended'])
  })
})

describe('a signature, in production', () => {
  let person: PasskeyPerson
  let tenant: TenantOfTest
  beforeAll(async () => {
    person = await enterWithPasskey(production)
    tenant = await addTenant(production)
  })

  it.each(SIGNED)(
    '%s: is needed, covers the action, and stands in the audit log',
    async (dashboardAction) => {
      const doer = isOwn(dashboardAction) ? await enterWithPasskey(production) : person
      const { browser, authenticator, userId } = doer
      const input = isOwn(dashboardAction)
        ? await ownInputOf(production, doer, dashboardAction)
        : inputOf(dashboardAction, await addTenant(production))
      expect(outcome(await perform(browser, dashboardAction, input))).toEqual([
        403,
        'signature_required',
      ])
      const signature = await signAction(doer, dashboardAction, input)
      const said = await perform(browser, dashboardAction, input, { signature })
      expect(DASHBOARD_ACTIONS[dashboardAction].answer.safeParse(said.body)).toMatchObject({
        success: true,
      })
      const [row] = await production.sql<{ details: string }>(
        `select actor_kind, actor, command, details from audit_log order by sequence desc limit 1`,
      )
      expect(row).toMatchObject({ actor_kind: 'user', actor: userId, command: dashboardAction })
      expect(JSON.parse(row?.details ?? '')).toMatchObject({ signedBy: authenticator.credentialId })
      const { database, keys } = production.context
      expect(await verifyAudit(database, [keys])).toMatchObject({ ok: true })
    },
  )

  it("ends its challenge in a digest of the action, and names the person's passkeys", async () => {
    const begun = await person.browser.post('/api/ceremonies', {
      dashboardAction: 'key.issue',
      input: inputOf('key.issue', tenant),
    })
    const { options } = DashboardActionCeremony.parse(begun.body)
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(64)
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([
      person.authenticator.credentialId,
    ])
  })

  it('is good for this input alone', async () => {
    const input = { merchantId: tenant.merchantId, url: 'https://loja.example/mine' }
    const signature = await signAction(person, 'callback.set', input)
    const altered = { ...input, url: 'https://evil.example/' }
    const before = await countEntries(production)
    const said = await perform(person.browser, 'callback.set', altered, { signature })
    expect(outcome(said)).toEqual([401, 'invalid_passkey'])
    const another = await perform(
      person.browser,
      'secret.rotate',
      { merchantId: tenant.merchantId },
      { signature },
    )
    expect(outcome(another)).toEqual([401, 'invalid_passkey'])
    expect(await countEntries(production)).toBe(before)
    expect((await perform(person.browser, 'callback.set', input, { signature })).status).toBe(200)
  })

  it('is good once, within two minutes, in its own session', async () => {
    const input = inputOf('secret.rotate', tenant)
    const dashboardAction = 'secret.rotate'
    const late = await signAction(person, dashboardAction, input)
    production.clock.advance(2 * MINUTE_MS)
    const { browser } = person
    const tried = [await perform(browser, dashboardAction, input, { signature: late })]

    const elsewhere = production.browser()
    await signInWithPasskey(elsewhere, person.authenticator)
    const signature = await signAction(person, dashboardAction, input)
    tried.push(await perform(elsewhere, dashboardAction, input, { signature }))
    expect((await perform(browser, dashboardAction, input, { signature })).status).toBe(200)
    tried.push(await perform(browser, dashboardAction, input, { signature }))
    for (const said of tried) expect(outcome(said)).toEqual([401, 'invalid_passkey'])
  })

  it('is good once, of several at the same time, too', async () => {
    const input = inputOf('key.issue', tenant)
    const signature = await signAction(person, 'key.issue', input)
    const all = await Promise.all(
      Array.from({ length: 6 }, () => perform(person.browser, 'key.issue', input, { signature })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it("is by the person's own passkey, who is verified, at this origin", async () => {
    const dashboardAction = 'key.issue'
    const input = inputOf(dashboardAction, tenant)
    const colleague = await enterWithPasskey(production)
    const { browser } = person
    const foreign = await signAction(
      { browser, authenticator: colleague.authenticator },
      dashboardAction,
      input,
    )
    const unknown = await signAction(
      { browser, authenticator: createAuthenticator(production.adminUrl) },
      dashboardAction,
      input,
    )
    const lies = [
      await signAction(person, dashboardAction, input, { unverified: true }),
      await signAction(person, dashboardAction, input, { origin: 'https://evil.example' }),
      await signAction(person, dashboardAction, input, { type: 'webauthn.create' }),
    ]
    for (const signature of [foreign, unknown, ...lies])
      expect(outcome(await perform(browser, dashboardAction, input, { signature }))).toEqual([
        401,
        'invalid_passkey',
      ])
  })

  it('for signing in does not sign a dashboard action, nor the other way round', async () => {
    const { browser, authenticator } = person
    const dashboardAction = 'key.issue'
    const input = inputOf(dashboardAction, tenant)
    const begun = await production.browser().post('/api/sign-in/passkey/challenge')
    const { ceremonyId, options } = begun.body as {
      ceremonyId: string
      options: { challenge: string; rpId: string }
    }
    const signature = { ceremonyId, assertion: authenticator.sign(options) }
    expect(outcome(await perform(browser, dashboardAction, input, { signature }))).toEqual([
      401,
      'invalid_passkey',
    ])
    const ofAction = await signAction(person, dashboardAction, input)
    const said = await production.browser().post('/api/sign-in/passkey', ofAction)
    expect(outcome(said)).toEqual([401, 'invalid_passkey'])
  })

  it('is not asked for where speed matters: a key is revoked by one press', async () => {
    const { merchantId, keyId } = await addTenant(production)
    expect((await perform(person.browser, 'key.revoke', { merchantId, keyId })).status).toBe(200)
  })

  it('is nothing to a session that only a link opened', async () => {
    const browser = await enter(production, { merchantId: null, role: 'admin' })
    const input = inputOf('key.revoke', tenant)
    expect(outcome(await perform(browser, 'key.revoke', input))).toEqual([403, 'passkey_required'])
    expect(
      outcome(await browser.post('/api/ceremonies', { dashboardAction: 'key.revoke', input })),
    ).toEqual([403, 'passkey_required'])
  })
})

describe('an idempotency key', () => {
  it('does a dashboard action once, however often it is sent, and never shows a secret again', async () => {
    const admin = await enter(sandbox, { merchantId: null, role: 'admin' })
    const input = { merchantId: own.merchantId }
    const key = randomUUID()
    const all = await Promise.all(
      Array.from({ length: 5 }, () => perform(admin, 'key.issue', input, { key })),
    )
    const repeated = all.filter(({ status }) => status !== 200)
    expect(repeated.map(outcome)).toEqual(Array.from({ length: 4 }, () => [409, 'already_done']))
    expect(outcome(await perform(admin, 'secret.rotate', input, { key }))).toEqual([
      422,
      'idempotency_key_reused',
    ])
    const without = await admin.post('/api/dashboard-actions/key.issue', { input })
    expect(outcome(without)).toEqual([400, 'missing_idempotency_key'])
  })

  it('keeps whose it is, and nothing that is shown once', async () => {
    const { browser, userId } = await enterWithPasskey(sandbox, { merchantId: null, role: 'admin' })
    const said = await perform(browser, 'key.issue', { merchantId: own.merchantId })
    const [record, ...more] = await sandbox.sql<{ made_id: string }>(
      'select * from dashboard_acts where user_id = $1',
      userId,
    )
    expect(more).toEqual([])
    expect(record?.made_id).toBe(own.merchantId)
    const { apiKey } = DASHBOARD_ACTIONS['key.issue'].answer.parse(said.body)
    expect(JSON.stringify(record)).not.toContain(apiKey)
  })

  it('is free again after a day', async () => {
    const { browser, userId } = await enterWithPasskey(sandbox, { merchantId: null, role: 'admin' })
    const key = randomUUID()
    const input = { merchantId: own.merchantId }
    const issue = () => perform(browser, 'key.issue', input, { key })
    const age = (hours: number) =>
      sandbox.sql(
        `update dashboard_acts set created_at = created_at - make_interval(hours => $2) where user_id = $1`,
        userId,
        hours,
      )
    expect((await issue()).status).toBe(200)
    await age(23)
    expect(outcome(await issue())).toEqual([409, 'already_done'])
    await age(2)
    expect((await issue()).status).toBe(200)
  })

  it('of a dashboard action that was refused may be sent again', async () => {
    const admin = await enter(sandbox, { merchantId: null, role: 'admin' })
    const key = randomUUID()
    const refused = await perform(
      admin,
      'callback.set',
      { merchantId: own.merchantId, url: 'ftp://loja.example' },
      { key },
    )
    expect(outcome(refused)).toEqual([422, 'invalid_url'])
    const mended = { merchantId: own.merchantId, url: 'https://loja.example/hooks' }
    expect((await perform(admin, 'callback.set', mended, { key })).status).toBe(200)
  })
})

it('no dashboard action is done under a name that is none, or with an input that is none', async () => {
  const admin = await enter(sandbox, { merchantId: null, role: 'admin' })
  for (const dashboardAction of ['key.make', 'constructor', '__proto__'])
    expect(outcome(await perform(admin, dashboardAction, { merchantId: own.merchantId }))).toEqual([
      404,
      'not_found',
    ])
  for (const input of [null, 1, {}, { merchantId: 1 }, { merchantId: own.merchantId, more: 1 }])
    expect(outcome(await perform(admin, 'key.issue', input))).toEqual([422, 'invalid_request'])
})
