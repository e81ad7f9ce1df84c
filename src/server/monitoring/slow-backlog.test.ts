import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { readBacklog } from '../database/installation/backlog.ts'
import { createMetrics } from './metrics.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

// tests guard: backlog-read

it('R-59: a backlog that cannot be read in time leaves the database up', async () => {
  const { database } = test
  const metrics = createMetrics()
  metrics.database(() => database.healthy(1000))
  metrics.backlog(() => readBacklog(database, new Date()))
  const locking = new Client(test.url)
  await locking.connect()
  await locking.query('begin; lock table deliveries in access exclusive mode')
  const text = await metrics.text()
  await locking.end()

  expect(text).toContain('checkout_database_up 1')
  expect(text).toContain('checkout_backlog_up 0')
  expect(text).toMatch(/checkout_pending_deliveries NaN/i)

  const afterwards = await metrics.text()
  expect(afterwards).toContain('checkout_backlog_up 1')
  expect(afterwards).toContain('checkout_pending_deliveries 0')
})
