import type { EventEmitter } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { connectionOptions } from './connection-options.ts'
import { plannedPerCall, statement } from './database.ts'
import { runStatement } from './run-statement.ts'

const PART = statement(
  'part',
  `select n, n::bigint as big, case when n > 1 then now() end as at, null::jsonb as nothing
   from generate_series(1, $1::int) n`,
)
const DIVISION = statement('division', 'select 6 / $1::int as quotient')
const DELETION = statement('deletion', 'delete from sessions where id = $1')

describe('runStatement', () => {
  let test: TestDatabase
  let client: Client
  /** Which of PostgreSQL's messages came in. */
  let received: string[] = []
  beforeAll(async () => {
    test = await createTestDatabase()
    client = new Client({ ...connectionOptions(test.url), pipeline: true })
    await client.connect()
    const { connection } = client as Client & { connection: EventEmitter }
    for (const name of ['parseComplete', 'rowDescription', 'noData'])
      connection.on(name, () => received.push(name))
  })
  beforeEach(() => {
    received = []
  })
  afterAll(async () => {
    await client.end()
    await test.drop()
  })

  it('parses and describes a prepared statement once, and reads its rows all the same', async () => {
    const none = await runStatement(client, PART, [0])
    const two = await runStatement(client, PART, [2])
    const again = await runStatement(client, PART, [2])
    expect(received).toEqual(['parseComplete', 'rowDescription'])
    expect(none).toEqual([])
    const at = expect.any(Date) as Date
    const rows = [
      { n: 1, big: 1, at: null, nothing: null },
      { n: 2, big: 2, at, nothing: null },
    ]
    expect(two).toEqual(rows)
    expect(again).toEqual(rows)
  })

  it('answers each of many in one pipeline with its own rows, known or not', async () => {
    const answers = await Promise.all([
      runStatement(client, DELETION, ['none']),
      ...[3, 0, 1].map((count) => runStatement(client, PART, [count])),
      runStatement(client, DELETION, ['none']),
    ])
    expect(answers.map((rows) => rows.length)).toEqual([0, 3, 0, 1, 0])
    expect(await runStatement(client, DELETION, ['none'])).toEqual([])
  })

  it('rejects only the one that fails, at its first run and later', async () => {
    const divided = async (by: unknown) =>
      runStatement(client, DIVISION, [by]).catch((error: Error) => error.message)
    const runs = () => Promise.all([0, 2, 0, 3].map(divided))
    const expected = ['division by zero', [{ quotient: 3 }], 'division by zero', [{ quotient: 2 }]]
    expect(await runs()).toEqual(expected)
    expect(await runs()).toEqual(expected)
  })

  it('plans at each call what is to be planned per call', async () => {
    const planned = plannedPerCall(statement('planned', 'select $1::int as n'))
    for (const n of [1, 2]) expect(await runStatement(client, planned, [n])).toEqual([{ n }])
    expect(received.filter((name) => name === 'parseComplete')).toHaveLength(2)
  })
})
