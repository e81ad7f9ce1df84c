import { randomUUID } from 'node:crypto'

import { inject } from 'vitest'

import { openDatabase } from '#server/database/engine/open-database.ts'
import type { Database } from '#server/database/engine/database.ts'
import { createDatabase, dropDatabase } from './test-server.ts'
import type { TestServer } from './test-server.ts'

export interface TestDatabase {
  database: Database
  url: string
  drop(): Promise<void>
}

/** Tests wait longer than shoppers: a busy machine is slow, not wrong. */
const PATIENT_MS = 20_000
const SILENT = { info: () => undefined, warn: () => undefined }

/** A database with the current schema: one per test file, dropped after it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer()
  const name = `checkout_test_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(server, name)
  const database = openDatabase({ url, log: SILENT, timeoutMs: PATIENT_MS })
  return {
    database,
    url,
    async drop() {
      await database.close()
      await dropDatabase(server, name)
    },
  }
}

async function testServer(): Promise<TestServer> {
  const response = await fetch(inject('testServerUrl'))
  const body = await response.text()
  if (!response.ok) throw new Error(`The tests have no database: ${body}`)
  return JSON.parse(body) as TestServer
}
