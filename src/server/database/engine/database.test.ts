import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { DatabaseError } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase } from '#proof/testing/database.ts'
import type { TestDatabase } from '#proof/testing/database.ts'
import { statement } from './database.ts'
import { openDatabase } from './open-database.ts'
import type { Database, Queryable } from './database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, violatedConstraint } from './database-errors.ts'

const SILENT = { info: () => undefined, warn: () => undefined }

const ADD = statement('add item', 'insert into items (name) values ($1) returning id')
const NAMES = statement('item names', 'select name from items order by id')
const BACKEND = statement('backend', 'select pg_backend_pid() as pid')

let test: TestDatabase
let database: Database

const run = (db: Queryable, text: string, values: unknown[] = []) =>
  db.query(statement('once', text), values)

const names = async () =>
  (await database.query<{ name: string }>(NAMES, [])).map(({ name }) => name)

async function backendPid(db: Queryable): Promise<number> {
  const [row] = await db.query<{ pid: number }>(BACKEND, [])
  return row?.pid ?? 0
}

/**
 * Ends a connection from outside, as an administrator or a failing network would. Resolves once the backend is gone, so that
 * its last message has reached the client.
 */
async function terminate(pid: number): Promise<void> {
  const ended = statement('terminate', 'select pg_terminate_backend($1, 10000)')
  await test.database.query(ended, [pid])
}

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ url: test.url, log: SILENT })
  await run(
    database,
    `create table items (
       id bigint generated always as identity primary key,
       name text not null constraint items_have_unique_names unique deferrable,
       amount bigint constraint amounts_are_positive check (amount > 0)
     )`,
  )
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(() => run(database, 'truncate items restart identity'))

describe('query', () => {
  it('returns bigint as number and timestamptz as Date', async () => {
    const text = `select 9007199254740991::bigint as amount, '2026-01-31T12:00:00.123Z'::timestamptz as at,
      null::bigint as nothing, 1.5::numeric as ratio`
    expect(await run(database, text)).toEqual([
      {
        amount: 9_007_199_254_740_991,
        at: new Date('2026-01-31T12:00:00.123Z'),
        nothing: null,
        ratio: '1.5',
      },
    ])
  })

  it.each(['9007199254740992', '-9007199254740992'])(
    'refuses %s, beyond the safe integers',
    async (n) => {
      await expect(run(database, `select ${n}::bigint as amount`)).rejects.toThrow(
        'no safe integer',
      )
      expect(await run(database, 'select 1::bigint as amount')).toEqual([{ amount: 1 }])
    },
  )

  it('takes Date, bytes, JSON and arrays', async () => {
    const at = new Date('2026-03-01T00:00:00.001Z')
    const values = [at, Buffer.from([0, 255]), { deep: ['ü'] }, ['a"b', 'c,d']]
    const text = 'select $1::timestamptz as a, $2::bytea as b, $3::jsonb as c, $4::text[] as d'
    expect(Object.values((await run(database, text, values))[0] ?? {})).toEqual(values)
  })

  it('answers each of many concurrent statements with its own rows', async () => {
    const echo = statement('echo', 'select $1::int as n')
    const numbers = Array.from({ length: 1_000 }, (_, n) => n)
    const answers = await Promise.all(numbers.map((n) => database.query<{ n: number }>(echo, [n])))
    expect(answers.map((rows) => rows[0]?.n)).toEqual(numbers)
  })

  it('isolates a failing statement in the pipeline', async () => {
    const divide = statement('divide', 'select 10 / $1::int as quotient')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => database.query(divide, [n % 2])),
    )
    const codes = outcomes.map((o) =>
      o.status === 'rejected' ? (o.reason as DatabaseError).code : 'ok',
    )
    expect(codes).toEqual(outcomes.map((_, n) => (n % 2 === 0 ? '22012' : 'ok')))
  })

  it('names the constraint that a row violates', async () => {
    await database.query(ADD, ['a'])
    const again = await database.query(ADD, ['a']).catch((error: unknown) => error)
    expect(violatedConstraint(again)).toBe('items_have_unique_names')
    const negative = await run(database, `insert into items (name, amount) values ('b', -1)`).catch(
      (error: unknown) => error,
    )
    expect(violatedConstraint(negative)).toBe('amounts_are_positive')
    const wrong = await run(database, 'select 1 / 0').catch((error: unknown) => error)
    expect(violatedConstraint(wrong)).toBeUndefined()
  })

  it('sheds load rather than queue without end', async () => {
    const nap = statement('nap', 'select pg_sleep(0.2)')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 2_001 }, (_, n) => database.query(n < 8 ? nap : BACKEND, [])),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual([{ status: 'rejected', reason: expect.any(DatabaseUnavailable) }])
  })
})

describe('statement', () => {
  it('gives different texts different names', () => {
    expect(statement('x', 'select 1').name).not.toBe(statement('x', 'select 2').name)
    expect(statement('x', 'select 1')).toEqual(statement('x', 'select 1'))
  })

  it('refuses a name that PostgreSQL would truncate', () => {
    expect(statement('x'.repeat(54), '').name.length).toBe(63)
    expect(() => statement('x'.repeat(55), '')).toThrow(RangeError)
  })
})

describe('transaction', () => {
  it('commits all statements', async () => {
    const result = await database.transaction(async (tx) => {
      await tx.query(ADD, ['a'])
      await tx.query(ADD, ['b'])
      expect(await names()).toEqual([])
      return 'done'
    })
    expect(result).toBe('done')
    expect(await names()).toEqual(['a', 'b'])
  })

  it('rolls back when its work throws', async () => {
    const mistake = new Error('mistake')
    const work = database.transaction(async (tx) => {
      await tx.query(ADD, ['a'])
      throw mistake
    })
    await expect(work).rejects.toBe(mistake)
    expect(await names()).toEqual([])
  })

  it('rejects when its work ignored a failed statement', async () => {
    const work = database.transaction(async (tx) => {
      await tx.query(ADD, ['a'])
      await tx.query(ADD, ['a']).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('nothing was committed')
    expect(await names()).toEqual([])
  })

  it('refuses statements after its end', async () => {
    const escaped = await database.transaction((tx) => Promise.resolve(tx))
    await expect(escaped.query(ADD, ['late'])).rejects.toThrow('after the end of its transaction')
    expect(await names()).toEqual([])
  })

  it.each(['40001', '40P01'])('retries after %s, for a limited time', async (state) => {
    const fail = `do $$ begin raise exception using errcode = '${state}'; end $$`
    let runs = 0
    await database.transaction(async (tx) => {
      runs += 1
      await tx.query(ADD, [`run ${runs}`])
      if (runs < 9) await run(tx, fail)
    })
    expect(await names()).toEqual(['run 9'])

    const impatient = openDatabase({ url: test.url, log: SILENT, timeoutMs: 500 })
    await expect(impatient.transaction((tx) => run(tx, fail))).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    )
    await expect(run(impatient, fail)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await impatient.close()
  })

  it('completes both of two deadlocked transactions', async () => {
    await database.query(ADD, ['a'])
    await database.query(ADD, ['b'])
    const touch = statement(
      'touch',
      'update items set amount = coalesce(amount, 0) + 1 where name = $1',
    )
    const both = (first: string, second: string) =>
      database.transaction(async (tx) => {
        await tx.query(touch, [first])
        await sleep(100)
        await tx.query(touch, [second])
      })
    await Promise.all([both('a', 'b'), both('b', 'a')])
    expect(await run(database, 'select amount from items')).toEqual([{ amount: 2 }, { amount: 2 }])
  })

  it('rejects with CommitOutcomeUnknown when COMMIT gets no answer', async () => {
    const work = database.transaction(async (tx) => {
      await tx.query(ADD, ['a'])
      await run(
        tx,
        'create function pg_temp.die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$',
      )
      await run(
        tx,
        'create constraint trigger dies after insert on items deferrable initially deferred for each row execute function pg_temp.die()',
      )
      await tx.query(ADD, ['b'])
    })
    await expect(work).rejects.toBeInstanceOf(CommitOutcomeUnknown)
  })

  it('rejects with the violated constraint when COMMIT is refused', async () => {
    const work = database.transaction(async (tx) => {
      await run(tx, 'set constraints all deferred')
      await tx.query(ADD, ['a'])
      await tx.query(ADD, ['a'])
    })
    const error = await work.catch((reason: unknown) => reason)
    expect(violatedConstraint(error)).toBe('items_have_unique_names')
    expect(await names()).toEqual([])
  })
})

describe('unavailability', () => {
  const unavailable = (work: Promise<unknown>) =>
    expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)

  it('when nothing listens on the port', async () => {
    const closed = openDatabase({ url: 'postgres://x:x@127.0.0.1:1/x', log: SILENT })
    await unavailable(closed.query(NAMES, []))
    await unavailable(closed.transaction((tx) => tx.query(NAMES, [])))
    await unavailable(
      closed.listen(
        'c',
        () => undefined,
        () => undefined,
      ),
    )
    expect(await closed.healthy(1_000)).toBe(false)
    await closed.close()
  })

  it('within the timeout, when the server does not answer', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const stuck = openDatabase({ url: `postgres://x:x@127.0.0.1:${port}/x`, log: SILENT })
    expect(await stuck.healthy(50)).toBe(false)
    await Promise.all([
      unavailable(stuck.query(NAMES, [])),
      unavailable(stuck.transaction((tx) => tx.query(NAMES, []))),
    ])
    await stuck.close()
    mute.close()
  })

  it('for all statements of a lost connection; the next one works', async () => {
    const one = openDatabase({ url: test.url, log: SILENT })
    const pid = await backendPid(one)
    const sleeping = [
      unavailable(run(one, 'select pg_sleep(5)')),
      sleep(50).then(() => terminate(pid)),
    ]
    await Promise.all(sleeping)
    expect(await backendPid(one)).not.toBe(pid)
    await one.close()
  })

  it('for a transaction that loses its connection; the next one works', async () => {
    const work = database.transaction(async (tx) => {
      await terminate(await backendPid(tx))
      await sleep(20)
      await tx.query(ADD, ['a'])
    })
    await unavailable(work)
    await database.transaction((tx) => tx.query(ADD, ['b']))
    expect(await names()).toEqual(['b'])
  })

  it('not after an idle connection was lost', async () => {
    const pid = await database.transaction(backendPid)
    await terminate(pid)
    await sleep(20)
    expect(await database.transaction(backendPid)).not.toBe(pid)
  })

  it('when a lock times out', async () => {
    await database.query(ADD, ['a'])
    const waiting = database.transaction(async (tx) => {
      await run(tx, 'select from items for update')
      await run(database, 'update items set amount = 1')
    })
    await expect(waiting).rejects.toThrow('lock timeout')
    await unavailable(waiting)
  })

  it('when the transaction pool is exhausted for too long', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const holders = Array.from({ length: 10 }, () => database.transaction(() => held))
    await unavailable(database.transaction((tx) => tx.query(NAMES, [])))
    release()
    await Promise.all(holders)
    expect(await database.transaction((tx) => tx.query(NAMES, []))).toEqual([])
  })

  it('when the server is read-only', async () => {
    const writing = database.transaction(async (tx) => {
      await run(tx, 'set transaction read only')
      await tx.query(ADD, ['a'])
    })
    await expect(writing).rejects.toThrow('read-only')
    await unavailable(writing)
  })

  it('once after a migration changed the result type of a prepared statement', async () => {
    const one = openDatabase({ url: test.url, log: SILENT })
    await run(one, 'create table plans (x int)')
    const all = statement('all plans', 'select * from plans')
    await one.query(all, [])
    await one.transaction((tx) => tx.query(all, []))
    await run(database, 'alter table plans add y int')
    await unavailable(one.query(all, []))
    await unavailable(one.transaction((tx) => tx.query(all, [])))
    expect(await one.query(all, [])).toEqual([])
    expect(await one.transaction((tx) => tx.query(all, []))).toEqual([])
    await one.close()
  })
})

describe('healthy', () => {
  it('is true when the server answers', async () => {
    expect(await database.healthy(1_000)).toBe(true)
  })
})

describe('close', () => {
  it('drains statements under way and refuses later ones', async () => {
    const one = openDatabase({ url: test.url, log: SILENT })
    const late = one.query(statement('late', `select pg_sleep(0.1), 'done' as state`), [])
    const work = one.transaction((tx) => run(tx, `select pg_sleep(0.1), 'done' as state`))
    await sleep(20)
    await Promise.all([one.close(), expect(late).resolves.toMatchObject([{ state: 'done' }]), work])
    await expect(one.query(NAMES, [])).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(one.transaction(backendPid)).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})
