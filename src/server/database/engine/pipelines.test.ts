import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase } from '#proof/testing/database.ts'
import type { TestDatabase } from '#proof/testing/database.ts'
import { connectionOptions } from './connection-options.ts'
import { DatabaseUnavailable } from './database-errors.ts'
import { statement } from './database.ts'
import { openPipelines } from './pipelines.ts'

const BACKEND = statement('backend', 'select pg_backend_pid() as pid')
const NAP = statement('nap', 'select pg_sleep($1), pg_backend_pid() as pid')

describe('openPipelines', () => {
  let test: TestDatabase

  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  it('uses one connection for sequential statements', async () => {
    const pipelines = openPipelines(connectionOptions(test.url))
    const pids = new Set<unknown>()
    for (let n = 0; n < 20; n += 1) pids.add((await pipelines.query(BACKEND, []))[0]?.['pid'])
    expect(pids.size).toBe(1)
    await pipelines.close()
  })

  it('spreads concurrent statements over at most eight connections', async () => {
    const pipelines = openPipelines(connectionOptions(test.url))
    const naps = await Promise.all(Array.from({ length: 40 }, () => pipelines.query(NAP, [0.01])))
    expect(new Set(naps.map(([row]) => row?.['pid'])).size).toBe(8)
    await pipelines.close()
  })

  it('drops a connection that stopped answering', async () => {
    const pipelines = openPipelines({ ...connectionOptions(test.url), query_timeout: 1000 })
    const [row] = await pipelines.query(BACKEND, [])
    await expect(pipelines.query(NAP, [5])).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect((await pipelines.query(BACKEND, []))[0]).not.toEqual(row)
    await pipelines.close()
  })

  it('closes while a connection is being made', async () => {
    const pipelines = openPipelines(connectionOptions(test.url))
    const answer = pipelines.query(BACKEND, [])
    await pipelines.close()
    expect(await answer).toHaveLength(1)
  })
})
