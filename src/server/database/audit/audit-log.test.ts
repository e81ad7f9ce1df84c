import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { appendAuditRow, lockAuditEnd, readAuditRows } from './audit-log.ts'
import { statement } from '../engine/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await append()
})
afterAll(() => test.drop())

function append(): Promise<void> {
  return test.database.transaction(async (tx) => {
    const { sequence } = await lockAuditEnd(tx)
    await appendAuditRow(tx, {
      sequence: sequence + 1,
      at: '2026-11-20T15:00:00.123000Z',
      actorKind: 'server',
      actor: 'checkout serve',
      command: null,
      action: 'merchant.created',
      subject: 'm',
      merchantId: null,
      details: '{}',
      keyId: '0000',
      hash: Buffer.alloc(32, 1),
      seal: Buffer.alloc(32, 2),
      headSeal: Buffer.alloc(32, 3),
    })
  })
}

describe('S-101: the audit log is append-only, even for the owner of the database', () => {
  it.each([
    `update audit_log set actor = 'eve'`,
    'update audit_log set actor = actor where false',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_head',
    'truncate audit_head',
    'insert into audit_head select true, 0, hash, last_seal from audit_head',
    'update audit_head set sequence = 0',
    'update audit_head set hash = last_seal',
  ])('%s', async (text) => {
    const rows = await readAuditRows(test.database, null, 10)
    const doing = test.database.query(statement('test', text), [])
    await expect(doing).rejects.toThrow(/audit log/)
    const replicating = test.database.transaction(async (tx) => {
      await tx.query(statement('test replica', `set local session_replication_role = replica`), [])
      await tx.query(statement('test', text), [])
    })
    await expect(replicating).rejects.toThrow(/audit log/)
    expect(await readAuditRows(test.database, null, 10)).toEqual(rows)
  })

  it('appends only at its end, with the next sequence', async () => {
    await append()
    const [first, second] = await readAuditRows(test.database, null, 10)
    if (first === undefined) throw new Error('nothing was appended')
    expect(second).toEqual({ ...first, sequence: 2 })
    const fork = test.database.transaction(async (tx) => {
      await lockAuditEnd(tx)
      await appendAuditRow(tx, { ...first, headSeal: Buffer.alloc(32) })
    })
    await expect(fork).rejects.toThrow('not locked')
  })
})
