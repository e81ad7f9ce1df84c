import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuditEntries, PersonReadRows } from '#contract/dashboard/audit.ts'
import { System } from '#contract/dashboard/system.ts'
import { grantOf } from '#contract/dashboard/permissions.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  seatOf,
  type Membership,
} from '#contract/dashboard/roles.ts'
import { addTenant, inputOf, perform, type TenantOfTest } from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { enterWithPasskey } from '#proof/testing/dashboard/passkey-person.ts'
import { signAction } from '#proof/testing/dashboard/actions.ts'
import { recordPersonReads } from '#server/service/audit/operator-context.ts'
import { verifyAuditLog } from '#server/service/audit/verify-audit-log.ts'

interface Person {
  userId: string
  browser: Browser
}

let test: TestDashboard
let own: TenantOfTest
let other: TenantOfTest
let admin: Person
beforeAll(async () => {
  test = await openTestDashboard()
  own = await addTenant(test)
  other = await addTenant(test)
  admin = await enter({ merchantId: null, role: 'admin' })
  for (const tenant of [own, other])
    await perform(admin.browser, 'secret.rotate', inputOf('secret.rotate', tenant))
})
afterAll(() => test.close())

async function enter(membership: Membership): Promise<Person> {
  const browser = test.browser()
  const { userId, token } = await test.invite(membership)
  await browser.post('/api/sign-in/link', { token })
  return { userId, browser }
}

const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
const bytesOf = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]
const entriesOf = async ({ browser }: Person, query = '') => {
  const said = await browser.get(`/api/audit?${query}`)
  expect(said.text).toContain('chain')
  return AuditEntries.parse(said.body)
}
const readsOf = async ({ browser }: Person, query = '') =>
  PersonReadRows.parse((await browser.get(`/api/reads?${query}`)).body)
const read = (userId: string, merchantId: string, subject: string) =>
  recordPersonReads(
    { ...test.context, actor: { kind: 'user', userId, dashboardAction: 'show person' } },
    'story, shown',
    [{ merchantId, subject, fields: ['email'] }],
  )

describe.each([
  ...OPERATOR_ROLES.map((role): Membership => ({ merchantId: null, role })),
  ...MERCHANT_ROLES.map((role) => ({ merchantId: 'own', role })),
])('$role of $merchantId', ({ merchantId, role }) => {
  const isOperator = merchantId === null
  const seat = seatOf({ merchantId, role } as Membership)
  const extent = grantOf(seat, 'audit:read')
  let person: Person
  let query: string
  beforeAll(async () => {
    const at = isOperator ? null : own.merchantId
    person = await enter({ merchantId: at, role } as Membership)
    query = isOperator ? '' : `merchantId=${own.merchantId}`
    await read(person.userId, own.merchantId, `cs_${seat}`)
    await read('usr_else', own.merchantId, 'cs_else')
    await read('usr_else', other.merchantId, 'cs_other')
  })

  it('may see entries and reads', () => {
    expect(['all', 'own_entries']).toContain(extent)
  })

  it.runIf(extent === 'own_entries')('sees what they did themselves alone', async () => {
    const { items: rows } = await readsOf(person, query)
    expect(rows.map(({ subject }) => subject)).toEqual([`cs_${seat}`])
    const entries = await entriesOf(person, query)
    expect(entries.items.filter(({ who }) => who.id !== person.userId)).toEqual([])
    expect(await readsOf(person, `${query}&actor=usr_else`)).toMatchObject({ items: [] })
    expect(await entriesOf(person, `${query}&actor=${admin.userId}`)).toMatchObject({ items: [] })
  })

  it.runIf(extent === 'all' && isOperator)('sees all of every merchant, by name', async () => {
    const subjects = (await readsOf(person)).items.map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining([`cs_${seat}`, 'cs_else', 'cs_other']))
    const { items: rows } = await entriesOf(person, 'action=webhook_secret.rotated')
    const who = { kind: 'user', id: admin.userId, name: expect.stringContaining('@') as string }
    expect(rows.map((row) => row.who)).toEqual([who, who])
  })

  it.runIf(extent === 'all' && !isOperator)(
    'sees all at the own merchant, and of the operator’s people no name',
    async () => {
      const reads = (await readsOf(person, query)).items
      const subjects = reads.map(({ subject }) => subject)
      expect(subjects).toEqual(expect.arrayContaining([`cs_${seat}`, 'cs_else']))
      const entries = (await entriesOf(person, query)).items
      const merchants = [...reads, ...entries].map((row) => row.merchantId)
      expect(new Set(merchants)).toEqual(new Set([own.merchantId]))
      const rotated = entries.find(({ action }) => action === 'webhook_secret.rotated')
      expect(rotated?.who).toEqual({ kind: 'user', id: null, name: null })
    },
  )

  it.runIf(!isOperator)(
    'gets for another merchant, and for the operator, what there is for none',
    async () => {
      for (const path of ['audit', 'reads']) {
        const none = await person.browser.get(
          `/api/${path}?merchantId=00000000-0000-4000-8000-000000000000`,
        )
        expect(outcome(none)).toEqual([404, 'not_found'])
        for (const query of [`?merchantId=${other.merchantId}`, ''])
          expect(bytesOf(await person.browser.get(`/api/${path}${query}`))).toEqual(bytesOf(none))
      }
    },
  )

  const seesSystem = grantOf(seat, 'system:read') !== undefined
  it.runIf(!seesSystem)('does not see the system', async () => {
    expect(outcome(await person.browser.get('/api/system'))).toEqual([404, 'not_found'])
  })

  it.runIf(seesSystem)('sees the system, and of a setting its name alone', async () => {
    const system = System.parse((await person.browser.get('/api/system')).body)
    expect(system.process.settings).toContainEqual({ name: 'MASTER_KEY', isSet: true })
    expect(system.database.pendingMigrations).toEqual([])
    expect(system.database.bytes).toBeGreaterThan(1_000_000)
    expect(system.backlog).toMatchObject({ pendingDeliveries: 0 })
  })
})

describe('the audit log', () => {
  it('says what changed, without a secret, and whether a passkey signed it', async () => {
    const production = await openTestDashboard('production')
    try {
      const tenant = await addTenant(production)
      const ada = await enterWithPasskey(production)
      const input = { merchantId: tenant.merchantId, url: 'https://loja.example/new?token=hush' }
      const signature = await signAction(ada, 'callback.set', input)
      const said = await perform(ada.browser, 'callback.set', input, { signature })
      expect(said.status).toBe(200)
      const listed = await ada.browser.get('/api/audit?action=callback.set')
      expect(listed.text).not.toContain('hush')
      const [row] = AuditEntries.parse(listed.body).items
      expect(row).toMatchObject({
        who: { kind: 'user', id: ada.userId },
        by: 'callback.set',
        subject: tenant.merchantId,
        isSigned: true,
      })
      expect(row?.details).toContainEqual({ name: 'url', value: 'https://loja.example/new' })
      expect(row?.details.map(({ name }) => name)).not.toContain('signedBy')
    } finally {
      await production.close()
    }
  })

  it('is filtered by person, action, object, merchant and time, all at once', async () => {
    const { userId } = admin
    const all = await entriesOf(admin, `actor=${userId}&action=webhook_secret.rotated`)
    expect(all.items.map(({ subject }) => subject)).toEqual([other.merchantId, own.merchantId])
    expect(all).toMatchObject({ after: null, hasMore: false })
    const one = await entriesOf(admin, `subject=${own.merchantId}&actor=${userId}`)
    expect(one.items.map(({ action }) => action)).toEqual(['webhook_secret.rotated'])
    const invited = await entriesOf(admin, `merchantId=${own.merchantId}&action=user.invited`)
    const kinds = invited.items.map(({ merchantId, action }) => `${action} ${merchantId}`)
    expect(new Set(kinds)).toEqual(new Set([`user.invited ${own.merchantId}`]))
    const at = all.items.at(-1)?.at.replace('000Z', 'Z') ?? ''
    const later = new Date(Date.parse(at) + 1).toISOString()
    expect(
      (
        await entriesOf(
          admin,
          `from=${at}&until=${later}&actor=${userId}&action=webhook_secret.rotated`,
        )
      ).items,
    ).not.toEqual([])
    expect((await entriesOf(admin, `until=${at}&action=webhook_secret.rotated`)).items).toEqual([])
    expect(outcome(await admin.browser.get('/api/audit?from=yesterday'))).toEqual([
      422,
      'invalid_request',
    ])
    expect(outcome(await admin.browser.get('/api/audit?sort=at'))).toEqual([422, 'invalid_request'])
  })

  it('F-15: takes times with an offset, also where its plus arrives as a space', async () => {
    for (const plus of ['%2B', '+'])
      for (const path of ['audit', 'reads']) {
        const times = `from=2026-01-01T00:00:00${plus}00:00&until=2026-01-01T02:00:00${plus}01:00`
        expect(outcome(await admin.browser.get(`/api/${path}?${times}`))).toEqual([200, undefined])
      }
  })

  it('is read page by page, and says how far it looked', async () => {
    await test.sql(
      `insert into person_reads (at, actor_kind, actor, merchant_id, subject, fields, why)
       select now(), 'user', 'usr_many', $1, 'cs_many', '{email}', 'story, shown' from generate_series(1, 5060)`,
      other.merchantId,
    )
    const first = await readsOf(admin, 'actor=usr_many')
    expect(first.items).toHaveLength(50)
    const second = await readsOf(admin, `actor=usr_many&after=${first.after}`)
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 100 }, (_, n) => (ids[0] ?? 0) - n))
    // Processes whose clocks differ by milliseconds wrote these.
    await test.sql(
      `insert into person_reads (at, actor_kind, actor, merchant_id, subject, fields, why)
       select now() + interval '1 hour' - n * interval '1 ms', 'user', 'usr_skewed', $1, 'cs_skewed', '{email}', 'story, shown'
       from generate_series(1, 3) n`,
      other.merchantId,
    )
    const until = new Date(Date.now() + 2 * 3_600_000).toISOString()
    expect((await readsOf(admin, `actor=usr_skewed&until=${until}`)).items).toHaveLength(3)
    // None of the 5000 rows that were read matches.
    const rare = await readsOf(admin, `actor=usr_many&merchantId=${own.merchantId}`)
    expect(rare).toMatchObject({
      items: [],
      hasMore: true,
      lookedBackTo: expect.any(String) as string,
    })
    const rest = await readsOf(
      admin,
      `actor=usr_many&merchantId=${own.merchantId}&after=${rare.after}`,
    )
    expect(rest).toMatchObject({ items: [], after: null, hasMore: false })
  })

  it('says until where the worker has verified it, and where it is broken', async () => {
    expect((await entriesOf(admin)).chain).toEqual({
      verifiedUntil: null,
      verifiedAt: null,
      brokenAt: null,
    })
    const context = { ...test.context, log: pino({ enabled: false }) }
    await verifyAuditLog(context)
    const { chain, items: rows } = await entriesOf(admin)
    expect(chain).toEqual({
      verifiedUntil: rows[0]?.sequence,
      verifiedAt: expect.any(String) as string,
      brokenAt: null,
    })
    await test.sql('alter table audit_log disable trigger all')
    await test.sql(`update audit_log set actor = 'eve' where sequence = 3`)
    test.clock.advance(86_400_000)
    await verifyAuditLog(context)
    const again = await enter({ merchantId: null, role: 'viewer' })
    expect((await entriesOf(again)).chain).toMatchObject({ brokenAt: 3 })
  })
})
