import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { statement } from '#server/database/engine/database.ts'
import { pendingMigrations } from '#server/database/migrate/migrate.ts'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'

const DATABASE_NAME = statement('database name', 'select current_database() as name')

describe('createTestDatabase', () => {
  let first: TestDatabase
  let second: TestDatabase

  beforeAll(async () => {
    ;[first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  })
  afterAll(() => Promise.all([first.drop(), second.drop()]))

  it('has the schema of this release', async () => {
    expect(await pendingMigrations(first.database)).toEqual([])
  })

  it('is separate for each caller', async () => {
    const names = await Promise.all([
      first.database.query(DATABASE_NAME, []),
      second.database.query(DATABASE_NAME, []),
    ])
    expect(names[0]).not.toEqual(names[1])
  })
})
