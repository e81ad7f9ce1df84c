import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { startFakePooler, type Pooling } from '#proof/testing/server/fake-pooler.fixture.ts'
import { statement } from './database.ts'
import { openDatabase } from './open-database.ts'
import { migrate } from '../migrate/migrate.ts'

const LIMITS = statement(
  'limits',
  `select name, setting::integer as ms from pg_settings
   where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
)
const EXPECTED = [
  { name: 'idle_in_transaction_session_timeout', ms: 10_000 },
  { name: 'lock_timeout', ms: 2000 },
  { name: 'statement_timeout', ms: 5000 },
]
const log = { info: () => undefined, warn: () => undefined }

// tests guard: connection-limits
// tests guard: no-transaction-pooler

describe('R-64: a connection pooler in front of PostgreSQL', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  async function behind(pooling: Pooling) {
    const pooler = await startFakePooler(test.url, pooling)
    const database = openDatabase({ url: pooler.url, log })
    onTestFinished(async () => {
      await database.close()
      await pooler.close()
    })
    return { database, url: pooler.url }
  }

  it.each(['rejects parameters', 'ignores parameters'] as const)(
    'R-64: that %s: all three limits hold, in statements and transactions',
    async (pooling) => {
      const { database, url } = await behind(pooling)
      await migrate({ url, log })
      expect(await database.query(LIMITS, [])).toEqual(EXPECTED)
      expect(await database.transaction((tx) => tx.query(LIMITS, []))).toEqual(EXPECTED)
      const end = await database.listen(
        'channel',
        () => undefined,
        () => undefined,
      )
      await end()
    },
  )

  it('R-64: in transaction mode: is refused with a sentence', async () => {
    const { database, url } = await behind('transaction mode')
    const sentence = /pooler in transaction mode.*pool_mode = session/
    await expect(database.query(LIMITS, [])).rejects.toThrow(sentence)
    await expect(database.transaction((tx) => tx.query(LIMITS, []))).rejects.toThrow(sentence)
    await expect(migrate({ url, log })).rejects.toThrow(sentence)
  })
})
