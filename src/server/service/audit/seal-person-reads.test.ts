import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { findBreaks, verifyAudit } from './verify-audit.ts'
import { recordPersonReads } from './operator-context.ts'
import { readAuditCheck } from '../../database/audit/audit-checks.ts'
import { sealPersonReads } from './seal-person-reads.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let api: TestApi
let logged: unknown[][]
beforeEach(async () => {
  api = await startTestApi()
  logged = []
})
afterEach(() => api.close())

const read = (count: number) =>
  recordPersonReads(
    { ...api.context, actor: { kind: 'user', userId: 'usr_1', dashboardAction: 'show person' } },
    'story, shown',
    Array.from({ length: count }, (_, number) => ({
      merchantId: api.merchant.id,
      subject: `cs_${number}`,
      fields: ['email', 'name'],
    })),
  )
const seal = () => sealPersonReads(api.context)
const seals = async () =>
  (
    await api.sql<{ details: string }>(
      `select details from audit_log where action = 'person_reads.sealed' order by sequence`,
    )
  ).map(({ details }) => JSON.parse(details) as { from: number; to: number; count: number })
const verify = () => verifyAudit(api.database, [api.context.keys])
/** What the worker does in an hour. */
const check = async () => {
  const log = { error: (...line: unknown[]) => void logged.push(line) }
  while (await verifyAuditLog({ ...api.context, log: log as never }));
  return readAuditCheck(api.database)
}

describe('records of who read personal data', () => {
  it('are sealed once an hour, each row once, when they have settled', async () => {
    await read(3)
    expect(await seal()).toBe(false)
    expect(await seals()).toEqual([])
    api.clock.advance(5 * MINUTE_MS + 1)
    await seal()
    await read(2)
    api.clock.advance(10 * MINUTE_MS)
    await seal()
    expect(await seals()).toMatchObject([{ from: 1, to: 3, count: 3 }])
    api.clock.advance(HOUR_MS)
    await Promise.all([seal(), seal(), seal()])
    api.clock.advance(HOUR_MS)
    await seal()
    expect(await seals()).toMatchObject([
      { from: 1, to: 3, count: 3 },
      { from: 4, to: 5, count: 2 },
    ])
    expect(await verify()).toMatchObject({ ok: true })
  })

  it('are sealed at most 5000 at once, and the next ones in the next run', async () => {
    await read(5000)
    await read(7)
    api.clock.advance(HOUR_MS)
    expect(await seal()).toBe(true)
    expect(await seal()).toBe(false)
    expect(await seals()).toMatchObject([
      { from: 1, to: 5000, count: 5000 },
      { from: 5001, to: 5007, count: 7 },
    ])
    expect(await verify()).toMatchObject({ ok: true })
  })

  it.each([
    ['deleted', 'delete from person_reads where id = 6'],
    ['changed', `update person_reads set actor = 'usr_2' where id = 6`],
    ['moved', `update person_reads set at = at + interval '1 microsecond' where id = 6`],
    ['emptied', 'truncate person_reads'],
    [
      'added to',
      `insert into person_reads overriding system value
       select 5, at, actor_kind, actor, merchant_id, subject, fields, why from person_reads where id = 6`,
    ],
  ])('show when the owner of the database has %s them', async (_how, text) => {
    await read(4)
    api.clock.advance(HOUR_MS)
    await seal()
    await api.sql(`select nextval(pg_get_serial_sequence('person_reads', 'id'))`)
    await read(4)
    api.clock.advance(HOUR_MS)
    await seal()
    const whole = await verify()
    expect(whole.ok).toBe(true)
    expect(await check()).toMatchObject({
      verifiedSequence: whole.ok && whole.end.sequence,
      verifiedAt: expect.any(Date) as Date,
      fault: null,
    })
    await api.sql(text)
    const verdict = await verify()
    expect(verdict).toMatchObject({ ok: false, fault: 'reads' })
    // The worker looks at all of it again within a day.
    api.clock.advance(24 * HOUR_MS)
    expect(await check()).toMatchObject({
      verifiedSequence: whole.ok && whole.end.sequence,
      fault: 'reads',
      faultSequence: !verdict.ok && verdict.sequence,
      faultAt: expect.any(Date) as Date,
    })
    const { breaks } = await findBreaks(api.database, [api.context.keys])
    expect(logged).toEqual(breaks.map((broken) => [broken, expect.any(String)]))
  })

  it('may be gone when their seal is past its time', async () => {
    const { now } = (await api.sql<{ now: Date }>('select now()'))[0] ?? { now: new Date() }
    const past = new Date(now.getTime() - 401 * 24 * HOUR_MS)
    await read(4)
    await sealPersonReads({ ...api.context, clock: () => new Date(past.getTime()) })
    await api.sql(`update person_reads set at = $1`, new Date(past.getTime() - HOUR_MS))
    await sealPersonReads({ ...api.context, clock: () => past })
    expect(await seals()).toMatchObject([{ from: 1, to: 4, count: 4 }])
    await api.sql('delete from person_reads')
    expect(await verify()).toMatchObject({ ok: true })
  })
})

describe('the worker verifies the audit log', () => {
  it('in parts, going on where it was, and says what it found', async () => {
    await check()
    const { verifiedSequence } = (await check()) ?? {}
    expect(verifiedSequence).toBeGreaterThan(0)
    await read(1)
    api.clock.advance(HOUR_MS)
    await seal()
    expect(await check()).toMatchObject({ verifiedSequence: Number(verifiedSequence) + 1 })
    await api.sql('alter table audit_log disable trigger all')
    await api.sql(`update audit_log set actor = 'eve' where sequence = 1`)
    // A pass that has been there goes on.
    expect(await check()).toMatchObject({ fault: null })
    api.clock.advance(24 * HOUR_MS)
    expect(await check()).toMatchObject({ fault: 'changed', faultSequence: 1 })
    await api.sql(`delete from audit_log where sequence > 2`)
    api.clock.advance(HOUR_MS)
    expect(await check()).toMatchObject({ fault: 'changed', faultSequence: 1 })
    expect(logged.map(([broken]) => broken)).toEqual([
      { fault: 'changed', sequence: 1 },
      { fault: 'changed', sequence: 1 },
      { fault: 'truncated', sequence: 3 },
    ])
  })
})
