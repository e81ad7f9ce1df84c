import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { statement } from './engine/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('references have the collation of the ids that they refer to, so that joins use indexes', async () => {
  const references = await test.database.query<{ reference: string; sorts: boolean }>(
    statement(
      'references to ids',
      `select c.conrelid::regclass || '.' || referring.attname as reference,
         referring.attcollation = referred.attcollation as sorts
       from pg_constraint c
       join pg_attribute referring on referring.attrelid = c.conrelid and referring.attnum = c.conkey[1]
       join pg_attribute referred on referred.attrelid = c.confrelid and referred.attnum = c.confkey[1]
       where c.contype = 'f' and referring.attcollation <> 0`,
    ),
    [],
  )
  expect(references.map(({ reference }) => reference)).toContain('payments.session_id')
  expect(references.filter(({ sorts }) => !sorts)).toEqual([])
})
