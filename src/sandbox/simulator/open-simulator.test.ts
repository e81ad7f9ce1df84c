import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { openSimulator } from './open-simulator.ts'

let database: TestDatabase
const pools: Pool[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

async function open() {
  const pool = new Pool({ connectionString: database.url })
  // Dropping the database breaks connections that are still closing.
  pool.on('error', () => undefined)
  pools.push(pool)
  const simulator = await openSimulator({
    pool,
    clock: () => new Date('2026-11-20T15:00:00.000Z'),
    random: (length) => randomBytes(length),
    secret: 'secret',
    publicUrl: 'http://localhost:4243/simulator',
    notify: { url: '', secret: '', fetch: () => Promise.reject(new Error('not called')) },
  })
  const request = new Request('http://localhost:4243/simulator/card-key', {
    headers: { authorization: 'Bearer secret' },
  })
  return { pool, cardKey: await (await simulator.fetch(request)).json() }
}

describe('openSimulator', () => {
  it('creates one schema and one key under concurrent starts, and keeps them', async () => {
    const started = await Promise.all([open(), open(), open(), open()])
    const restarted = await open()
    const keys = [...started, restarted].map(({ cardKey }) => JSON.stringify(cardKey))
    expect(new Set(keys).size).toBe(1)
  })
})

describe('the ledger', () => {
  it.each([
    'update simulator.ledger_entries set amount_minor = 1',
    'delete from simulator.ledger_entries',
    'truncate simulator.ledger_entries',
  ])('refuses %s', async (change) => {
    const { pool } = await open()
    await pool.query(
      `insert into simulator.payments (id, method, amount_minor, currency, status, merchant_name, refund_behavior,
         created_at)
       values ('pay_1', 'pix', 100, 'BRL', 'succeeded', 'Loja', 'succeed', now())
       on conflict do nothing`,
    )
    const capture = `insert into simulator.ledger_entries (payment_id, kind, amount_minor, currency, recorded_at)
      values ('pay_1', 'capture', 100, 'BRL', now())`
    await pool.query(`${capture} on conflict do nothing`)
    await expect(pool.query(change)).rejects.toThrow('the ledger is append-only')
    await expect(pool.query(capture)).rejects.toThrow('a_payment_is_charged_once')
  })
})
