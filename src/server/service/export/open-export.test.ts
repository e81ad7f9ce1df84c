import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstIdAt } from '#domain/id.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { openExport, type ExportInput } from './open-export.ts'
import { refuse, valueOf } from '../outcome.ts'

const HALF_HOUR_MS = 1_800_000
/** Midnight of 31 October in New York, before the night in which its clocks are set back. */
const BEGAN = new Date('2026-10-31T04:00:00.000Z')
const HALF_HOURS = 146
const MANY = 3500
const FORMULA = '=HYPERLINK("http://evil.example","pay; here")'

let api: TestApi
let merchantId: string
let otherId: string
beforeAll(async () => {
  api = await startTestApi({})
  merchantId = api.merchant.id
  otherId = (await api.addMerchant()).id
  await fill(merchantId, { began: BEGAN, stepMs: HALF_HOUR_MS, count: HALF_HOURS, suffix: 'y' })
  await fill(otherId, { began: BEGAN, stepMs: HALF_HOUR_MS, count: HALF_HOURS, suffix: 'z' })
  const june = new Date('2026-06-01T12:00:00.000Z')
  await fill(merchantId, { began: june, stepMs: 1000, count: MANY, suffix: 'y' })
  await api.sql('analyze')
})
afterAll(() => api.close())

interface Filling {
  began: Date
  stepMs: number
  count: number
  suffix: string
}

/** Inserts paid sessions, each with a payment of which one cent was refunded. */
async function fill(id: string, { began, stepMs, count, suffix }: Filling): Promise<void> {
  const times = Array.from({ length: count }, (_, n) => new Date(began.getTime() + n * stepMs))
  const names = times.map((at) => firstIdAt('cs', at).slice(3, -1).concat(suffix))
  await api.sql(
    `with made as (
       select name, at, n from unnest($1::text[], $2::timestamptz[]) with ordinality m (name, at, n)
     ), sessions as (
       insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, status, payment_status, completed_at,
         order_reference, details, expires_at, created_at)
       select 'cs_' || name, sha256(name::bytea), $3, 'BRL', 1000 + n, 'complete', 'paid', at, $4, '{}', at, at from made
       returning id
     ), payments as (
       insert into payments (id, session_id, merchant_id, status, method, amount_minor, currency, processor, captured_minor,
         refunded_minor, processor_references, created_at, updated_at, succeeded_at)
       select 'pay_' || name, 'cs_' || name, $3, 'succeeded', 'pix', 1000 + n, 'BRL', 'simulated', 1000 + n, 0,
         '{"endToEndId": "E1"}', at, at, at from made returning id
     ) select count(*) from sessions, payments where false`,
    names,
    times,
    id,
    FORMULA,
  )
  await api.sql(
    `insert into refunds (id, session_id, merchant_id, payment_id, status, amount_minor, currency, reason, created_at,
       updated_at)
     select 're_' || name, 'cs_' || name, $3, 'pay_' || name, 'succeeded', 1, 'BRL', '+1', at, at
     from unnest($1::text[], $2::timestamptz[]) m (name, at)`,
    names,
    times,
    id,
  )
}

async function open(input: Partial<ExportInput> = {}) {
  const days = { from: '2026-11-01', to: '2026-11-01', timeZone: 'America/New_York' }
  const whole = { list: 'payments', merchantId, format: 'csv', ...days, ...input } as const
  const of = whole.merchantId
  const scope = of === null ? ({ merchants: 'all' } as const) : { merchantId: of }
  return valueOf(await openExport(api.context, scope, whole))
}

async function read(input: Partial<ExportInput> = {}): Promise<string> {
  let text = ''
  for await (const chunk of (await open(input)).chunks) text += chunk
  return text
}

type Row = Record<string, string | number | boolean | null>

const rowsOf = (jsonl: string) =>
  jsonl
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

describe('an export', () => {
  it('is of the days of its zone, also of one with 25 hours, with exact local times', async () => {
    const rows = rowsOf(await read({ format: 'jsonl' })).slice(0, -1)
    expect(rows).toHaveLength(50)
    expect(rows[0]).toMatchObject({
      createdAt: '2026-11-01T04:00:00.000Z',
      createdAtLocal: '2026-11-01T00:00:00.000-04:00',
    })
    const local = rows.map(({ createdAtLocal }) => String(createdAtLocal))
    expect(local).toContain('2026-11-01T01:30:00.000-04:00')
    expect(local).toContain('2026-11-01T01:30:00.000-05:00')
    expect(local.at(-1)).toBe('2026-11-01T23:30:00.000-05:00')
  })

  it('divides what there is: the days of a zone together have each row once', async () => {
    const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']
    const parts = await Promise.all(
      days.map(async (day) => rowsOf(await read({ from: day, to: day, format: 'jsonl' }))),
    )
    const ids = parts.flatMap((rows) => rows.slice(0, -1).map(({ paymentId }) => paymentId))
    expect(parts.map((rows) => rows.length - 1)).toEqual([48, 50, 48, 0])
    expect(new Set(ids).size).toBe(HALF_HOURS)
  })

  it('of thousands of rows has all of them once, in order, and sums that equal the books', async () => {
    const days = { from: '2026-06-01', to: '2026-06-01', timeZone: 'UTC' }
    const rows = rowsOf(await read({ ...days, format: 'jsonl' }))
    expect(rows.at(-1)).toEqual({ object: 'end', rows: MANY, timeZone: 'UTC' })
    const payments = rows.slice(0, -1)
    const ids = payments.map(({ paymentId }) => String(paymentId))
    expect(ids).toEqual([...new Set(ids)].toSorted())
    const [books] = await api.sql<{ sum: number; refunded: number }>(
      `select sum(captured_minor)::bigint as sum, sum(refunded_minor)::bigint as refunded from payments
       where merchant_id = $1 and created_at < '2026-07-01'`,
      merchantId,
    )
    const sum = (name: string) => payments.reduce((total, row) => total + Number(row[name]), 0)
    expect({ sum: sum('capturedMinor'), refunded: sum('refundedMinor') }).toEqual(books)
    expect(Math.round(sum('captured') * 100)).toBe(books?.sum)
    const csv = (await read(days)).trimEnd().split('\r\n')
    expect(csv).toHaveLength(MANY + 1)
  })

  it.each(['payments', 'refunds'] as const)(
    'R-79: of %s has those of all merchants',
    async (list) => {
      const of = async (id: string | null) =>
        rowsOf(await read({ list, merchantId: id, format: 'jsonl' })).slice(0, -1)
      const [own, others, all] = await Promise.all([of(merchantId), of(otherId), of(null)])
      expect(all).toHaveLength(own.length + others.length)
      const merchants = new Set(all.map((row) => row['merchantId']))
      expect(merchants).toEqual(new Set([merchantId, otherId]))
      const idOf = (row: Row) => String(row[list === 'payments' ? 'paymentId' : 'refundId'])
      expect(all.map(idOf)).toEqual([...own, ...others].map(idOf).toSorted())
    },
  )

  it('R-79: of thousands of rows of all merchants has each once', async () => {
    const june = { from: '2026-06-01', to: '2026-06-01', timeZone: 'UTC', merchantId: null }
    const ids = rowsOf(await read({ ...june, format: 'jsonl' })).map(({ paymentId }) => paymentId)
    expect(new Set(ids.slice(0, -1)).size).toBe(MANY)
    expect(ids).toHaveLength(MANY + 1)
  })

  it('writes CSV with a header, decimals that stay numbers, and no formula', async () => {
    const [header = '', first = ''] = (await read()).split('\r\n')
    expect(header).toContain('amount,amountMinor,currency')
    expect(header).toContain('createdAt,createdAt (America/New_York),')
    expect(first).toContain(`,"'=HYPERLINK(""http://evil.example"",""pay; here"")",`)
    expect(first).toMatch(
      /,10\.49,1049,BRL,10\.49,1049,BRL,0\.01,1,false,2026-11-01T04:00:00\.000Z,/,
    )
    const [row] = rowsOf(await read({ format: 'jsonl' }))
    expect(header.replaceAll(/ \([^)]*\)/g, 'Local').split(',')).toEqual(Object.keys(row ?? {}))
  })

  it('F-7: for spreadsheets begins with the mark of UTF-8, has decimal commas, and keeps texts', async () => {
    const [header = '', first = ''] = (await read({ format: 'excel' })).split('\r\n')
    expect(header).toMatch(/^\uFEFFpaymentId;sessionId;/)
    expect(first).toContain(';10,49;1049;BRL;')
    expect(first).toContain(';"=""E1""";')
  })

  it('of refunds has those of the merchant alone', async () => {
    const rows = rowsOf(await read({ list: 'refunds', format: 'jsonl' }))
    expect(rows.at(-1)).toMatchObject({ object: 'end', rows: 50 })
    const [row] = rows
    expect(row).toMatchObject({ amount: '0.01', amountMinor: 1, reason: '+1', status: 'succeeded' })
    expect(rows.slice(0, -1).every(({ refundId }) => String(refundId).endsWith('y'))).toBe(true)
    const csv = await read({ list: 'refunds' })
    expect(csv).toContain(`,'+1,`)
    const [header = ''] = csv.split('\r\n')
    expect(header.replaceAll(/ \([^)]*\)/g, 'Local').split(',')).toEqual(Object.keys(row ?? {}))
    const june = { from: '2026-06-01', to: '2026-06-01', timeZone: 'UTC', list: 'refunds' } as const
    expect((await read({ ...june })).split('\r\n')).toHaveLength(MANY + 2)
    expect((await read({ ...june, merchantId: otherId })).split('\r\n')).toHaveLength(2)
  })

  it('without rows is a header, or an end', async () => {
    const days = { from: '2025-01-01', to: '2025-01-02' }
    expect((await read(days)).split('\r\n')).toEqual([expect.stringMatching(/^paymentId,/), ''])
    expect(rowsOf(await read({ ...days, format: 'jsonl' }))).toEqual([
      { object: 'end', rows: 0, timeZone: 'America/New_York' },
    ])
  })

  it('has none of another merchant, and is refused outside the scope', async () => {
    const own = rowsOf(await read({ format: 'jsonl', merchantId: otherId }))
    expect(own.slice(0, -1).every(({ paymentId }) => String(paymentId).endsWith('z'))).toBe(true)
    const days = { from: '2026-11-01', to: '2026-11-01', timeZone: 'UTC' }
    const input = { list: 'payments', merchantId: otherId, format: 'csv', ...days } as const
    expect(await openExport(api.context, { merchantId }, input)).toEqual(refuse('not_found'))
  })

  it('reads a page when it is asked for one, and no more once nobody reads', async () => {
    const days = { from: '2026-06-01', to: '2026-06-01', timeZone: 'UTC', format: 'jsonl' } as const
    const { chunks, rows } = await open(days)
    const pages = (work: () => Promise<unknown>) => api.database.statementsOf(work)
    expect(await pages(() => chunks.next())).toHaveLength(1)
    expect(rows()).toBe(1000)
    expect(await pages(async () => Promise.resolve())).toEqual([])
    expect(await pages(() => chunks.next())).toHaveLength(1)
    expect(await pages(() => chunks.return())).toEqual([])
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
  })

  it('that is cut has no end', async () => {
    const days = { from: '2026-06-01', to: '2026-06-01', timeZone: 'UTC', format: 'jsonl' } as const
    const { chunks } = await open(days)
    let text = ''
    for await (const chunk of chunks) {
      text += chunk
      break
    }
    expect(rowsOf(text).at(-1)).not.toHaveProperty('object')
  })

  it('leaves out what is made after it began', async () => {
    const today = api.clock.now().toISOString().slice(0, 10)
    await createPaidSession(api)
    api.clock.advance(1000)
    const opened = await open({ from: today, to: today, timeZone: 'UTC', format: 'jsonl' })
    api.clock.advance(1000)
    await createPaidSession(api)
    let text = ''
    for await (const chunk of opened.chunks) text += chunk
    expect(rowsOf(text)).toHaveLength(2)
  })

  it('is an entry of the audit log, before its first row', async () => {
    await open({ list: 'refunds' })
    const [entry] = await api.sql<{ action: string; subject: string; details: string }>(
      'select action, subject, details from audit_log order by sequence desc limit 1',
    )
    expect(entry).toMatchObject({ action: 'export.started', subject: 'refunds' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      from: '2026-11-01',
      to: '2026-11-01',
      timeZone: 'America/New_York',
      format: 'csv',
    })
  })

  it('R-79: has what a back office matches a payment by, its interest and its discount', async () => {
    const session = await createPaidSession(api)
    await api.sql(
      `update payments set interest_minor = 1234, processor_references = $2
       where session_id = $1`,
      session.id,
      JSON.stringify({
        authorizationCode: '003585',
        txid: 'tx4711',
        boletoNumber: '0012',
        processorReference: 'p',
      }),
    )
    const day = api.clock.now().toISOString().slice(0, 10)
    const rows = rowsOf(await read({ from: day, to: day, timeZone: 'UTC', format: 'jsonl' }))
    expect(rows.find(({ sessionId }) => sessionId === session.id)).toMatchObject({
      authorizationCode: '003585',
      txid: 'tx4711',
      boletoNumber: '0012',
      interest: '12.34',
      interestMinor: 1234,
      discount: '0.00',
      discountMinor: 0,
      merchantId,
      merchantName: expect.any(String) as string,
    })
    const [none] = rowsOf(await read({ format: 'jsonl' }))
    expect(none).toMatchObject({ authorizationCode: null, interest: null, interestMinor: null })
  })

  it('has what was held of a payment with manual capture, and nothing of others', async () => {
    const open = await createTestSession(api, { captureMethod: 'manual' })
    await open.payByCard('4242424242424242')
    const { status } = await api.merchant.post(`/v1/sessions/${open.id}/capture`, {
      amount: 20_000,
    })
    expect(status).toBe(200)
    const day = api.clock.now().toISOString().slice(0, 10)
    const rows = rowsOf(await read({ from: day, to: day, timeZone: 'UTC', format: 'jsonl' }))
    expect(rows.find(({ sessionId }) => sessionId === open.id)).toMatchObject({
      captured: '200.00',
      captureMethod: 'manual',
      authorized: '259.90',
      authorizedMinor: 25_990,
    })
    const [none] = rowsOf(await read({ format: 'jsonl' }))
    expect(none).toMatchObject({
      captureMethod: 'automatic',
      authorized: null,
      authorizedMinor: null,
    })
  })
})
