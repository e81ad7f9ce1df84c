import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { MAJOR, majorOf, readSchemas, SCHEMAS } from './schemas.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('the files that show a schema show it as it is: otherwise run "npm run schema"', async ({
  skip,
}) => {
  const major = await majorOf(test.url)
  skip(major !== MAJOR, `PostgreSQL ${major} prints a schema in another way`)
  const texts = await readSchemas(test.url)
  for (const { schema, file } of SCHEMAS) expect(readFileSync(file, 'utf8')).toBe(texts[schema])
})
