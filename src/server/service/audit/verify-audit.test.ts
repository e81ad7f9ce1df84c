import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAuditCheck } from '../../database/audit/audit-checks.ts'
import { readAuditRows } from '../../database/audit/audit-log.ts'
import { statement } from '../../database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { deriveMasterKeys } from '../keys/master-keys.ts'
import { BEGINNING, hashOfEntry } from './audit-chain.ts'
import { anyEntry, recordAudits } from '#proof/testing/server/audit.fixture.ts'
import { recordAudit, type NewAuditEntry } from './record-audit.ts'
import { verifyAuditLog } from './verify-audit-log.ts'
import { findBreaks, verifyAudit, type Anchor } from './verify-audit.ts'

const ROWS = 12
const keys = deriveMasterKeys(randomBytes(32))
const entry: NewAuditEntry = {
  actor: { kind: 'command', user: 'ada@web-1', command: 'keys issue' },
  action: 'api_key.issued',
  subject: 'key_1',
  merchantId: null,
}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  // The owner of the database can bypass the triggers, but not the hash chain.
  await sql('alter table audit_log disable trigger all')
  await sql('alter table audit_head disable trigger all')
  await sql('create table kept_log as select * from audit_log where false')
  await sql('create table kept_head as select * from audit_head where false')
})
afterAll(() => test.drop())
beforeEach(async () => {
  await clear()
  await recordAudits(test.database, keys, fc.sample(anyEntry, ROWS))
})

const sql = <Row = unknown>(text: string, ...values: unknown[]) =>
  test.database.query<Row>(statement('test', text), values)
const verify = (expected?: Anchor) => verifyAudit(test.database, [keys], expected)

async function clear() {
  await sql('truncate audit_log')
  await sql(
    `update audit_head set sequence = 0, hash = decode(repeat('00', 32), 'hex'), last_seal = '', key_id = null, seal = null`,
  )
}

async function keep() {
  await sql('truncate kept_log, kept_head')
  await sql('insert into kept_log select * from audit_log')
  await sql('insert into kept_head select * from audit_head')
}

async function restore() {
  await sql('truncate audit_log, audit_head')
  await sql('insert into audit_log select * from kept_log')
  await sql('insert into audit_head select * from kept_head')
}

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((b) => Buffer.from(b))
const row = fc.integer({ min: 1, max: ROWS })
const change = (column: string, value: fc.Arbitrary<unknown>) =>
  fc.tuple(row, value).map(([number, to]) => ({
    text: `update audit_log set ${column} = $2 where sequence = $1`,
    values: [number, to],
  }))

/** Tampering by an attacker with full write access to the database but without the key. */
const tampering: fc.Arbitrary<{ text: string; values: readonly unknown[] }> = fc.oneof(
  change('actor', fc.constantFrom('', 'eve', 'ada@web-1 ')),
  change('actor_kind', fc.constantFrom('command', 'api_key', 'server')),
  change('command', fc.constantFrom(null, '', 'keys revoke')),
  change('action', fc.constantFrom('', 'api_key.revoked')),
  change('subject', fc.constantFrom('', 'c')),
  change('merchant_id', fc.oneof(fc.constant(null), fc.uuid())),
  change('details', fc.constantFrom('', '{ }', '{"amount":1}', 'null')),
  change('key_id', fc.constantFrom('', '00000000')),
  change('hash', bytes),
  change('seal', bytes),
  change('sequence', fc.integer({ min: ROWS + 1, max: ROWS + 5 })),
  fc.tuple(row, fc.integer({ min: 1, max: 10_000_000 })).map(([number, microseconds]) => ({
    text: `update audit_log set at = at + make_interval(secs => $2::float8 / 1000000) where sequence = $1`,
    values: [number, microseconds],
  })),
  row.map((number) => ({ text: 'delete from audit_log where sequence = $1', values: [number] })),
  // Truncation from a row on.
  row.map((number) => ({ text: 'delete from audit_log where sequence >= $1', values: [number] })),
  // Truncation with a matching head, as far as possible without the key.
  row.map((number) => ({
    text: `with cut as (delete from audit_log where sequence >= $1)
      update audit_head h set sequence = l.sequence, hash = l.hash, last_seal = l.seal, key_id = l.key_id,
        seal = case when $1 % 2 = 0 then l.seal else h.seal end
      from audit_log l where l.sequence = greatest($1 - 1, 1)`,
    values: [number],
  })),
  // A row is deleted, and the later ones move up.
  row.map((number) => ({
    text: `with gone as (delete from audit_log where sequence = $1 returning 1),
      moved as (delete from audit_log where sequence > $1 returning *)
      insert into audit_log select sequence - 1 + 1000, at, actor_kind, actor, command, action, subject, merchant_id,
        details, key_id, hash, seal from moved`,
    values: [number],
  })),
  // A row is copied to another sequence.
  fc.tuple(row, fc.integer({ min: ROWS + 1, max: ROWS + 3 })).map(([number, at]) => ({
    text: `insert into audit_log select $2, at, actor_kind, actor, command, action, subject, merchant_id, details, key_id,
      hash, seal from audit_log where sequence = $1`,
    values: [number, at],
  })),
  // Two rows are swapped.
  fc.tuple(row, row).map(([one, other]) => ({
    text: `update audit_log a set (at, actor_kind, actor, command, action, subject, merchant_id, details, hash, seal) =
      (select at, actor_kind, actor, command, action, subject, merchant_id, details, hash, seal from audit_log b
       where b.sequence = case a.sequence when $1 then $2::bigint else $1::bigint end)
      where a.sequence in ($1, $2)`,
    values: [one, other],
  })),
  fc
    .tuple(fc.constantFrom('hash', 'last_seal', 'seal'), bytes)
    .map(([column, to]) => ({ text: `update audit_head set ${column} = $1`, values: [to] })),
  fc.integer({ min: 0, max: ROWS + 5 }).map((to) => ({
    text: 'update audit_head set sequence = $1',
    values: [to],
  })),
  fc.constant({ text: 'delete from audit_head', values: [] }),
)

describe('the audit log', () => {
  it('verifies as written, and ends at its last row', async () => {
    const [last] = await sql<{ hash: Buffer }>(
      'select hash from audit_log where sequence = $1',
      ROWS,
    )
    const verdict = await verify()
    expect(verdict).toEqual({ ok: true, end: { sequence: ROWS, hash: last?.hash.toString('hex') } })
    expect(verdict.ok && (await verify(verdict.end))).toEqual(verdict)
  })

  it('S-134: is verified by the worker past each break, and names all of them', async () => {
    const logged: unknown[] = []
    const log = { error: (broken: unknown) => void logged.push(broken) }
    let now = new Date('2030-01-01T00:00:00.000Z')
    const run = async () => {
      const context = { database: test.database, keys: { ...keys, previous: [] }, clock: () => now }
      while (await verifyAuditLog({ ...context, log: log as never }));
      return readAuditCheck(test.database)
    }
    expect(await run()).toMatchObject({ fault: null, verifiedSequence: ROWS })
    await keep()
    await sql(`update audit_log set actor = 'eve' where sequence in (3, 7)`)
    await sql('delete from audit_log where sequence = 5')
    now = new Date(now.getTime() + 86_400_000)
    expect(await run()).toMatchObject({
      fault: 'changed',
      faultSequence: 3,
      verifiedSequence: ROWS,
    })
    const { breaks } = await findBreaks(test.database, [keys])
    expect(breaks.map(({ sequence }) => sequence)).toEqual(expect.arrayContaining([3, 5, 7]))
    expect(logged).toEqual(breaks.map(({ fault, sequence }) => ({ fault, sequence })))
    // Once it is as it was, the next run says so.
    await sql('truncate audit_log')
    await sql('insert into audit_log select * from kept_log')
    expect(await run()).toMatchObject({ fault: null, faultSequence: null, verifiedSequence: ROWS })
    expect(logged).toHaveLength(breaks.length)
    await sql('delete from audit_checks')
  })

  it('S-134: verifies also where the database stores a value in another form', async () => {
    const now = new Date('2026-11-20T15:00:00.120Z')
    const odd = { actor: { kind: 'server' }, action: 'export.started' } as const
    const merchantId = '0B8C1F3A-2B1E-4B52-9C3D-0A1B2C3D4E5F'
    await test.database.transaction(async (tx) => {
      for (const subject of ['e\u0301', '\uD800', ' x ', 'A'.repeat(300)])
        await recordAudit(tx, { keys, now }, { ...odd, subject, merchantId })
    })
    expect(await verify()).toMatchObject({ ok: true, end: { sequence: ROWS + 4 } })
  })

  it('verifies while it is empty', async () => {
    await clear()
    expect(await verify()).toEqual({ ok: true, end: { sequence: 0, hash: '00'.repeat(32) } })
  })

  it('S-101: detects each of 1000 random tamperings', async () => {
    await keep()
    const tables = async () =>
      JSON.stringify(
        await sql(
          `select (select jsonb_agg(l order by sequence) from audit_log l) as log, (select jsonb_agg(h) from audit_head h) as head`,
        ),
      )
    const whole = await tables()
    let seen = 0
    await fc.assert(
      fc
        .asyncProperty(tampering, async ({ text, values }) => {
          await sql(text, ...values)
          // Some cases change nothing, such as a swap of a row with itself.
          fc.pre((await tables()) !== whole)
          expect(await verify()).toMatchObject({ ok: false })
          seen++
        })
        .beforeEach(restore),
      { numRuns: 1000, endOnFailure: true },
    )
    await restore()
    expect(seen).toBe(1000)
    expect(await verify()).toMatchObject({ ok: true })
  })

  it.each([
    ['changed', 4, 'update audit_log set subject = subject || $1 where sequence in (4, 11)'],
    ['missing', 4, `delete from audit_log where sequence in (4, 9) and $1 <> ''`],
    ['truncated', 9, `delete from audit_log where sequence > 8 and $1 <> ''`],
    [
      'inserted',
      13,
      `insert into audit_log select 13, at, actor_kind, $1, command, action, subject, merchant_id, details, key_id, hash,
         seal from audit_log where sequence = 12`,
    ],
    ['head', 12, `update audit_head set seal = hash where $1 <> ''`],
  ])('reports the first fault: %s', async (fault, sequence, text) => {
    await sql(text, 'eve')
    expect(await verify()).toEqual({ ok: false, sequence, fault })
  })

  it('detects a chain rewritten without the key', async () => {
    await keep()
    const stranger = deriveMasterKeys(randomBytes(32))
    await clear()
    await recordAudits(test.database, { ...stranger, id: keys.id }, fc.sample(anyEntry, ROWS))
    expect(await verify()).toEqual({ ok: false, sequence: 1, fault: 'inserted' })
    await clear()
    await recordAudits(test.database, stranger, fc.sample(anyEntry, ROWS))
    expect(await verify()).toEqual({ ok: false, sequence: 1, fault: 'other_key' })
  })

  it.each([1, 6, ROWS])('detects recomputed hashes from row %i on', async (from) => {
    await sql(`update audit_log set subject = 'eve' where sequence = $1`, from)
    let end = BEGINNING
    for (const row of await readAuditRows(test.database, null, ROWS)) {
      const hash = row.sequence < from ? row.hash : hashOfEntry(end, row)
      await sql('update audit_log set hash = $2 where sequence = $1', row.sequence, hash)
      end = { sequence: row.sequence, hash, lastSeal: row.seal }
    }
    await sql('update audit_head set hash = $1', end.hash)
    expect(await verify()).toEqual({ ok: false, sequence: from, fault: 'inserted' })
  })

  it('detects a restored older copy by an anchor', async () => {
    await keep()
    await recordAudits(test.database, keys, [entry, entry])
    const later = await verify()
    if (!later.ok) throw new Error('the log is broken')
    await restore()
    expect(await verify()).toMatchObject({ ok: true })
    expect(await verify(later.end)).toEqual({ ok: false, sequence: ROWS + 1, fault: 'truncated' })
    await recordAudits(test.database, keys, [entry, { ...entry, subject: 'key_2' }])
    expect(await verify(later.end)).toEqual({ ok: false, sequence: ROWS + 2, fault: 'changed' })
  })

  it('verifies rows of a lost key through later rows', async () => {
    const next = deriveMasterKeys(randomBytes(32))
    const withNext = () => verifyAudit(test.database, [next])
    expect(await withNext()).toEqual({ ok: false, sequence: 1, fault: 'other_key' })
    await recordAudits(test.database, next, [entry])
    expect(await withNext()).toMatchObject({ ok: true })
    expect(await verifyAudit(test.database, [next, keys])).toMatchObject({ ok: true })
    await sql('update audit_log set seal = hash where sequence = 3')
    expect(await withNext()).toEqual({ ok: false, sequence: 4, fault: 'changed' })
  })
})

describe('writing to the audit log', () => {
  it('I8: concurrent appends make one chain without gaps', async () => {
    const writers = Array.from({ length: 40 }, (_, index) =>
      test.database.transaction((tx) =>
        recordAudit(tx, { keys, now: new Date() }, { ...entry, subject: `key_${index}` }),
      ),
    )
    await Promise.all(writers)
    expect(await verify()).toMatchObject({ ok: true, end: { sequence: ROWS + 40 } })
  })

  it('is rolled back with its change', async () => {
    const failing = test.database.transaction(async (tx) => {
      await recordAudit(tx, { keys, now: new Date() }, entry)
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    expect(await verify()).toMatchObject({ ok: true, end: { sequence: ROWS } })
  })
})
