import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { grantOf } from '#contract/dashboard/permissions.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES, seatOf } from '#contract/dashboard/roles.ts'
import { addTenant } from '#proof/testing/dashboard/actions.ts'
import type { Browser } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { firstIdAt } from '#domain/id.ts'
import { TEST_PROCESS } from '#proof/testing/dashboard/test-process.ts'
import type { Database } from '#server/database/engine/database.ts'
import { createPersonLimits } from './person-limits.ts'
import { createGuessCounter } from '#server/service/people/guess-counter.ts'
import { createDashboard, type Dashboard } from './dashboard.ts'

/** The first moment of 31 October in São Paulo. */
const BEGAN = new Date('2026-10-31T03:00:00.000Z')
const MINUTE_MS = 60_000
/** One per minute: more than a day of payments, and more than two pages. */
const PAYMENTS = 2100
const EMAIL = 'ada@mail.example'

let test: TestDashboard
let admin: Browser
let merchantId: string
let otherId: string
beforeAll(async () => {
  test = await openTestDashboard('sandbox', null, { isLimited: true })
  ;({ merchantId } = await addTenant(test))
  otherId = (await addTenant(test)).merchantId
  await fill()
  admin = await enter()
})
afterAll(() => test.close())

/** A payment of R$ 19.90 per minute, of which every third is declined. One order reference looks like a spreadsheet formula. */
async function fill(): Promise<void> {
  const bodies = Array.from({ length: PAYMENTS }, (_, n) =>
    firstIdAt('cs', new Date(BEGAN.getTime() + n * MINUTE_MS)).slice(3),
  )
  await test.sql(
    `insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, status, payment_status, completed_at,
       order_reference, details, expires_at, created_at)
     select 'cs_' || i.body, sha256(i.body::bytea), $2, 'BRL', 1990, case when i.n % 3 = 0 then 'open' else 'complete' end,
       case when i.n % 3 = 0 then 'unpaid' else 'paid' end, case when i.n % 3 = 0 then null else t.at end,
       case when i.n = 1 then '=cmd()' else 'A-' || i.n end, '{}', t.at + interval '1 day', t.at
     from unnest($1::text[]) with ordinality i (body, n)
     cross join lateral (select $3::timestamptz + (i.n - 1) * interval '1 minute' as at) t`,
    bodies,
    merchantId,
    BEGAN,
  )
  await test.sql(
    `insert into payments (id, session_id, merchant_id, status, decline_code, method, amount_minor, currency, processor,
       captured_minor, customer, created_at, updated_at)
     select 'pay_' || substr(s.id, 4), s.id, s.merchant_id, case when s.status = 'open' then 'failed' else 'succeeded' end,
       case when s.status = 'open' then 'insufficient_funds' end, 'card', 1990, 'BRL', 'simulated',
       case when s.status = 'open' then 0 else 1990 end, jsonb_build_object('email', $2::text), s.created_at, s.created_at
     from sessions s where s.merchant_id = $1 and not exists (select from payments p where p.session_id = s.id)`,
    merchantId,
    EMAIL,
  )
  await test.sql('analyze')
}

async function enter(membership?: Parameters<TestDashboard['invite']>[0]): Promise<Browser> {
  const browser = test.browser()
  const { token } = await test.invite(membership)
  await browser.post('/api/sign-in/link', { token })
  return browser
}

const DAYS = 'from=2026-10-31&to=2026-10-31&tz=America/Sao_Paulo'
const pathOf = (more = '', list = 'payments', merchant = merchantId) =>
  `/api/exports/${list}?merchant=${merchant}&${DAYS}&format=csv${more}`

describe('an export', () => {
  it('is a file of its own name, and never shown', async () => {
    const { status, headers, text } = await admin.get(pathOf())
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="sandbox-payments-loja-2026-10-31--2026-10-31-America_Sao_Paulo.csv"',
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    const [header = '', first = '', ...rest] = text.split('\r\n')
    expect(header).toContain('createdAt,createdAt (America/Sao_Paulo),')
    expect(first).toContain(`,'=cmd(),`)
    expect(first).toContain(',2026-10-31T03:00:00.000Z,2026-10-31T00:00:00.000-03:00,')
    // The lines of the other 1439 minutes of the day, and the empty text after the last line break.
    expect(rest).toHaveLength(24 * 60)
    expect(text).not.toContain(EMAIL)
  })

  it('R-79: of all merchants is for people of the operator, and names the merchant of each row', async () => {
    const path = pathOf('&columns=merchantId,merchantName&payment=paid')
    const { headers, text } = await admin.get(path.replace(`merchant=${merchantId}&`, ''))
    expect(headers.get('content-disposition')).toContain('payments-all-merchants-2026-10-31')
    const [header, first] = text.split('\r\n')
    expect(header).toBe('merchantId,merchantName')
    expect(first).toBe(`${merchantId},Loja`)
    const owner = await enter({ merchantId, role: 'owner' })
    expect((await owner.get(path.replace(`merchant=${merchantId}&`, ''))).status).toBe(404)
  })

  it('narrows by the filters of the list', async () => {
    const rows = async (more: string) =>
      (await admin.get(pathOf(`${more}&columns=amountMinor,status`))).text.trimEnd().split('\r\n')
    const [header, ...paid] = await rows('&payment=paid')
    expect(header).toBe('status,amountMinor')
    expect(new Set(paid)).toEqual(new Set(['succeeded,1990']))
    expect(paid).toHaveLength(960)
    expect(await rows('&declined=yes')).toHaveLength(1 + 480)
    expect(await rows('&declined=insufficient_funds&method=card')).toHaveLength(1 + 480)
    expect(await rows('&amountFrom=19.91')).toHaveLength(1)
    expect(await rows('&late=yes')).toHaveLength(1)
  })

  it('for spreadsheets has semicolons and decimal commas', async () => {
    const { text } = await admin.get(
      pathOf('&columns=amount,amountMinor').replace('=csv', '=excel'),
    )
    expect(text.slice(0, 40)).toMatch(/^amount;amountMinor\r\n19,90;1990\r\n/)
  })

  it('as JSON lines says where it ends', async () => {
    const { text, headers } = await admin.get(pathOf('&columns=status').replace('=csv', '=jsonl'))
    const lines = text.trimEnd().split('\n')
    expect(lines.slice(0, 1)).toEqual(['{"status":"succeeded"}'])
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ object: 'end', rows: 1440 })
    expect(headers.get('content-disposition')).toMatch(/\.jsonl"$/)
  })

  it('of refunds has no filters of payments', async () => {
    expect((await admin.get(pathOf('', 'refunds'))).text).toMatch(/^refundId,/)
    for (const more of ['&payment=paid', '&persons=yes'])
      expect((await admin.get(pathOf(more, 'refunds'))).status).toBe(422)
  })

  it('with persons is recorded, one read for each of them', async () => {
    const { text } = await admin.get(pathOf('&persons=yes&columns=sessionId,email&declined=yes'))
    expect(text).toContain(`,${EMAIL}\r\n`)
    const reads = await test.sql<{ actor: string; fields: string[] }>(
      `select distinct actor, fields from person_reads where why = 'export' and merchant_id = $1`,
      merchantId,
    )
    expect(reads).toEqual([{ actor: expect.stringMatching(/^usr_/), fields: ['email'] }])
    const [counted] = await test.sql(`select count(*)::int as count from person_reads`)
    expect(counted).toEqual({ count: 480 })
    const [entry] = await test.sql<{ actor: string; command: string; details: string }>(
      `select actor, command, details from audit_log where action = 'export.started' order by sequence desc limit 1`,
    )
    expect(entry).toMatchObject({ actor: reads[0]?.actor, command: 'export' })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({
      persons: true,
      columns: 'sessionId,email',
      filters: { declined: true },
    })
  })

  it.each([
    '&columns=email',
    '&columns=',
    '&from=2026-11-01',
    '&tz=Brasil',
    '&format=pdf',
    '&after=cs_1',
  ])('%s: 422', async (more) => {
    const url = new URL(pathOf(), 'http://localhost')
    for (const [name, value] of new URLSearchParams(more)) url.searchParams.set(name, value)
    expect((await admin.get(`${url.pathname}${url.search}`)).status).toBe(422)
  })

  it('refuses other sites, strangers, and a list that there is not', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect((await admin.get(pathOf(), { 'sec-fetch-site': site })).status).toBe(403)
    expect((await admin.get(pathOf(), { cookie: '' })).status).toBe(401)
    expect((await admin.get(pathOf('', 'keys'))).status).toBe(404)
  })
})

describe.each([
  ...OPERATOR_ROLES.map((role) => ({ merchantId: null, role }) as const),
  ...MERCHANT_ROLES.map((role) => ({ merchantId: 'own', role }) as const),
])('$role at $merchantId', ({ merchantId: at, role }) => {
  it('exports, with persons or not, as the role says', async () => {
    const membership = { merchantId: at === null ? null : merchantId, role } as Parameters<
      TestDashboard['invite']
    >[0]
    const seat = seatOf(membership ?? { merchantId: null, role: 'admin' })
    const browser = await enter(membership)
    const mayExport = grantOf(seat, 'exports:create') === 'all'
    const statusOf = async (path: string) => (await browser.get(path)).status
    expect(await statusOf(pathOf())).toBe(mayExport ? 200 : 404)
    const persons = grantOf(seat, 'persons:read') === 'all' ? 200 : 403
    expect(await statusOf(pathOf('&persons=yes'))).toBe(mayExport ? persons : 404)
    const strange = await browser.get(pathOf('', 'payments', otherId))
    const unknown = await browser.get(
      pathOf('', 'payments', '11111111-ceea-467f-a8d5-1b1a0d3c9f4e'),
    )
    expect(unknown.status).toBe(404)
    expect(strange.status).toBe(mayExport && at === null ? 200 : 404)
    const ofAll = await browser.get(pathOf().replace(`merchant=${merchantId}&`, ''))
    expect(ofAll.status).toBe(mayExport && at === null ? 200 : 404)
  })
})

describe('over a connection', () => {
  let server: Server
  beforeAll(async () => {
    const answer = getRequestListener((asked) => test.dashboard.fetch(asked))
    server = createServer((asked, answering) => void answer(asked, answering))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.closeAllConnections())

  /** Begins a download, and reads nothing of its body. */
  const begin = (browser: Browser) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = server.address() as AddressInfo
      const path = pathOf().replaceAll('2026-10-31&tz', '2026-11-02&tz')
      const headers = { host: 'localhost:4247', cookie: browser.cookie() ?? '' }
      request({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject).end()
    })

  it('an error after the first page cuts it: what has come is no whole file', async () => {
    // `infinity` cannot be written as a time.
    const set = (time: string | null) =>
      test.sql(
        `update payments set succeeded_at = $2::timestamptz where session_id in
           (select id from sessions where order_reference = $1)`,
        'A-1500',
        time,
      )
    await set('infinity')
    const download = await begin(admin)
    expect(download.statusCode).toBe(200)
    await expect(text(download)).rejects.toThrow('aborted')
    await set(null)
    expect(JSON.stringify(test.logged)).toContain('an export was cut')
    expect(vi.mocked(console.error).mock.calls).toEqual([[new Error('the export was cut')]])
    vi.mocked(console.error).mockClear()
  })
})

describe('while it is under way', () => {
  /** The pages that were read from the database, and a door before the next one. */
  let reads: number
  let door: Promise<void>
  let errors: unknown[]
  let dashboard: Dashboard
  beforeEach(() => {
    reads = 0
    door = Promise.resolve()
    errors = []
    const database: Database = {
      ...test.context.database,
      query: async (...asked) => {
        if (/export/.test(asked[0].name)) {
          reads += 1
          await door
        }
        return test.context.database.query(...asked)
      },
    }
    dashboard = createDashboard({
      context: { ...test.context, database },
      guesses: createGuessCounter(),
      limits: createPersonLimits(),
      readProcess: () => TEST_PROCESS,
      page: null,
      countReport: () => undefined,
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (...line: unknown[]) => void errors.push(line),
      },
    })
  })

  /** Three pages. */
  const begin = async (browser: Browser, more = '') => {
    const headers = { cookie: browser.cookie() ?? '' }
    const path = pathOf(more).replaceAll('2026-10-31&tz', '2026-11-02&tz')
    return dashboard.fetch(new Request(`${test.adminUrl}${path}`, { headers }))
  }

  it('the reader may leave: no further page is read, the permit is held until then, and nothing is an error', async () => {
    const person = await enter()
    const open = Promise.withResolvers<undefined>()
    door = open.promise
    const left = await Promise.all(
      ['', '&amountFrom=99999'].map(async (more) => {
        const reader = (await begin(person, more)).body?.getReader()
        const reading = reader?.read()
        return { reader, reading }
      }),
    )
    await expect.poll(() => reads).toBe(2)
    const cancelled = left.map(({ reader }) => reader?.cancel())
    expect((await begin(person)).status).toBe(429)
    open.resolve(undefined)
    await Promise.all([...cancelled, ...left.map(({ reading }) => reading)])
    expect((await begin(person)).status).toBe(200)
    expect(reads).toBe(2)
    expect(errors).toEqual([])
  })

  it.each([
    ['', `delete from dashboard_sessions where user_id = $1`],
    ['', `update users set status = 'disabled', disabled_at = now() where id = $1`],
    ['', `update memberships set role = 'viewer' where user_id = $1`],
    ['&persons=yes', `update memberships set role = 'viewer' where user_id = $1`],
  ])('a right that is lost cuts it before the next page: %s %s', async (more, lose) => {
    const person = await enter()
    const [row] = await test.sql<{ id: string }>('select max(id) as id from users')
    const reader = (await begin(person, more)).body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await test.sql(lose, row?.id)
    await expect(reader?.read()).rejects.toThrow('the export was cut')
    expect(reads).toBe(1)
    expect(errors).toEqual([])
  })
})

it('two run at once for one person; one whose reader has left makes room', async () => {
  const begin = async (browser: Browser) => {
    const headers = { cookie: browser.cookie() ?? '' }
    const url = `${test.adminUrl}${pathOf()}`
    return test.dashboard.fetch(new Request(url, { headers }), { address: '198.51.100.1' })
  }
  const running = [await begin(admin), await begin(admin)]
  expect(running.map(({ status }) => status)).toEqual([200, 200])
  const third = await begin(admin)
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10'])
  const colleague = await begin(await enter())
  expect(colleague.status).toBe(200)
  await Promise.all([colleague, running[0]].map(async (response) => response?.body?.cancel()))
  const next = await begin(admin)
  expect(next.status).toBe(200)
  // An export that was read to its end makes room as well.
  await next.text()
  expect((await begin(admin)).status).toBe(200)
})
