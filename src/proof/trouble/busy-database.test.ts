import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDice } from '../campaigns/shared/dice.ts'
import { createPaidSession, createTestSession, type OpenSession } from '../testing/shopper.ts'
import { readLedger } from '../testing/simulation.ts'
import {
  AT_ONCE,
  crowd,
  expectShed,
  insist,
  inTime,
  LEASE_MS,
  newKey,
  openTroubledApi,
  order,
  type TroubledApi,
} from '../testing/server/trouble.fixture.ts'

const OURS = 'hosted-checkout'
/** Statement timeout. It is long, since new connections and retries get only a part of it, and the machine may be busy. */
const PATIENT_MS = 30_000

let trouble: TroubledApi
beforeAll(async () => {
  trouble = await openTroubledApi()
})
afterAll(() => trouble.close())
beforeEach(() => trouble.untilReady())

/** Expects one session per order of a crowd. */
async function expectEachOnce(name: string): Promise<void> {
  const counts = await trouble.sql<{ count: number }>(
    'select count(*)::int as count from sessions where order_reference like $1 group by order_reference',
    `${name} %`,
  )
  expect(counts.map(({ count }) => count)).toEqual(Array.from({ length: AT_ONCE }, () => 1))
}

describe('connections that are ended', () => {
  it('R-12: in a storm of pg_terminate_backend nothing is lost or duplicated', async () => {
    const { api } = trouble
    const calm = new AbortController()
    const storm = async () => {
      while (!calm.signal.aborted) {
        await trouble.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
          OURS,
        )
        await sleep(5)
      }
    }
    const stormy = storm().catch(() => undefined)
    const calls = crowd(api, 'storm')
    const responses = calls.map((call) => insist(call))
    await sleep(300)
    calm.abort()
    await stormy
    const answers = await Promise.all(responses)
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 201))
    await expectEachOnce('storm')
    expect(api.logged.join('')).not.toContain('"level":50')
  })
})

describe('a database that cannot be written to', () => {
  it('R-15: read-only: writes are shed, reads go on, and it recovers once it can write', async () => {
    const { api } = trouble
    const open = await createTestSession(api)
    const call = order(api, 'read-only')
    await setReadOnly(true)
    const refused = await inTime(call())
    expectShed(refused)
    const reading = () => api.merchant.get(`/v1/sessions/${open.id}`)
    expect((await insist(reading)).status).toBe(200)
    await setReadOnly(false)
    expect((await insist(call)).status).toBe(201)
  })

  it.each([
    ['53100', 'the disk is full'],
    ['53200', 'there is no memory'],
    ['53300', 'there are too many connections'],
    ['57P03', 'it is starting up'],
  ])('R-15: %s, %s: 503, and all is well once it is over', async (state) => {
    const { api } = trouble
    const open = await createTestSession(api)
    await trouble.sql(
      `create function refuse_all() returns trigger language plpgsql as
       $$ begin raise exception 'no' using errcode = '${state}'; end $$`,
    )
    for (const table of ['sessions', 'payments', 'idempotency_keys'])
      await trouble.sql(
        `create trigger refuses before insert or update on ${table} for each statement execute function refuse_all()`,
      )
    const calls = [
      order(api, `refused ${state}`),
      () => api.merchant.post(`/v1/sessions/${open.id}/cancel`, {}, { 'idempotency-key': state }),
    ]
    for (const call of calls) expectShed(await inTime(call()))
    expect((await api.anyone.get('/v1/health')).status).toBe(200)
    await trouble.sql('drop function refuse_all cascade')
    const [made, canceled] = await Promise.all(calls.map((call) => insist(call)))
    expect([made?.status, canceled?.status]).toEqual([201, 200])
    expect(await open.notifications()).toHaveLength(1)
  })

  /** Makes the database read-only, or writable again. The setting affects new connections, so existing ones are terminated. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const [row] = await trouble.sql<{ name: string }>('select current_database() as name')
    const setting = isReadOnly ? 'on' : 'off'
    const beside = new Client(trouble.url)
    await beside.connect()
    await beside.query('set default_transaction_read_only = off')
    await beside.query(`alter database ${row?.name} set default_transaction_read_only = ${setting}`)
    await beside.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [row?.name],
    )
    await beside.end()
  }
})

describe('a database that is busy', () => {
  it('R-17: a held lock exhausts the pool: 503 soon, alive; then it recovers', async () => {
    const { api } = trouble
    // One by one: connections that open all at once take too long on a busy machine.
    const sessions: OpenSession[] = []
    while (sessions.length < AT_ONCE) sessions.push(await createTestSession(api))
    const calls = sessions.map(({ id }) => {
      const key = newKey()
      return () => api.merchant.post(`/v1/sessions/${id}/cancel`, {}, key)
    })
    const holder = new Client(trouble.url)
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table sessions in access exclusive mode')
    const answers = await Promise.all(calls.map((call) => inTime(call())))
    for (const answer of answers) expectShed(answer)
    expect((await api.anyone.get('/v1/health')).status).toBe(200)
    await holder.query('rollback')
    await holder.end()
    // Requests that acquired their key, but could not release it, hold it until the lease expires.
    await Promise.all(calls.map((call) => insist(call)))
    api.clock.advance(LEASE_MS)
    const last = await Promise.all(calls.map((call) => insist(call)))
    expect(new Set(last.map(({ status }) => status))).toEqual(new Set([200]))
    for (const open of sessions) expect(await open.notifications()).toHaveLength(1)
  })

  it('R-16: one statement in ten fails to serialize: callers do not notice, and nothing happens twice', async () => {
    const patient = await openTroubledApi({ timeoutMs: PATIENT_MS })
    const { api } = patient
    const races = loseRaces(0.1)
    try {
      const paid = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const open = await createPaidSession(api)
          const refund = { amount: 1000 }
          const path = `/v1/sessions/${open.id}/refunds`
          expect((await api.merchant.post(path, refund, newKey())).status).toBe(201)
          return open
        }),
      )
      const canceled = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const open = await createTestSession(api)
          const path = `/v1/sessions/${open.id}/cancel`
          expect((await api.merchant.post(path, {}, newKey())).status).toBe(200)
          return open
        }),
      )
      expect(races.lost()).toBeGreaterThan(30)
      for (const open of paid) {
        expect(await readLedger(api.database, open.id)).toMatchObject([
          { kind: 'capture', amountMinor: 25_990 },
          { kind: 'refund', amountMinor: 1000 },
        ])
        const sequences = (await open.notifications()).map(({ sequence }) => sequence)
        expect(sequences).toEqual(sequences.map((_, index) => index + 1))
      }
      for (const open of canceled) expect(await open.notifications()).toHaveLength(1)
    } finally {
      races.end()
      await patient.close()
    }
  })
})

/** Makes statements and commits of the product fail with serialization errors and deadlocks. */
function loseRaces(share: number): { lost(): number; end(): void } {
  const dice = createDice(16)
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
  let lost = 0
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function fail(
    this: Client,
    ...args: unknown[]
  ) {
    const isOurs = Reflect.get(this, 'connectionParameters').application_name === OURS
    const isEnd = args[0] === 'rollback' || args[0] === 'begin'
    if (!isOurs || isEnd || !dice.chance(share)) return query.apply(this, args)
    lost += 1
    // Rolls the transaction back, as a failed commit does.
    if (args[0] === 'commit') void query.call(this, 'rollback')
    const state = dice.pick(['40001', '40P01'])
    const text = `do $$ begin raise exception 'lost' using errcode = '${state}'; end $$`
    const [asked] = args
    if (typeof asked !== 'object' || asked === null || !('submit' in asked))
      return query.call(this, text)
    // A query object that has its own callback runs this text in place of its own.
    return query.call(this, Object.assign(asked, { text, name: '', values: [] }))
  })
  return { lost: () => lost, end: () => spy.mockRestore() }
}
