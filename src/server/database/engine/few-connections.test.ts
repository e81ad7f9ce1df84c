import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { statement, type Queryable } from './database.ts'
import { openDatabase } from './open-database.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const PID = statement('test pid', 'select pg_backend_pid() as pid, pg_sleep(0.01)')
const AT_ONCE = 20

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function pidOf(db: Queryable): Promise<number | undefined> {
  return (await db.query<{ pid: number }>(PID, []))[0]?.pid
}

/** Connections that answered many statements, and many transactions, at once. */
async function countConnections(connectionsOfEachKind?: number) {
  const database = openDatabase({
    url: test.url,
    log: SILENT,
    ...(connectionsOfEachKind !== undefined && { connectionsOfEachKind }),
  })
  const each = Array.from({ length: AT_ONCE })
  const [single, grouped] = await Promise.all([
    Promise.all(each.map(async () => pidOf(database))),
    Promise.all(each.map(async () => database.transaction(pidOf))),
  ])
  await database.close()
  return { statements: new Set(single).size, transactions: new Set(grouped).size }
}

it('opens no more connections than it is told, and all work is done', async () => {
  const few = await countConnections(2)
  expect(few.statements).toBe(2)
  expect(few.transactions).toBeLessThanOrEqual(2)
  expect((await countConnections()).statements).toBe(8)
})
