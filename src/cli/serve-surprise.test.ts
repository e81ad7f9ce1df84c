import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { freePorts, startServerProcess } from '#proof/testing/cli/server-process.fixture.ts'

/** Flags of Node for a fixture that fails on a signal, outside of any request handler. */
const failing = (how: string) => [
  '--import',
  `data:text/javascript,process.on('SIGUSR2', () => { ${encodeURIComponent(how)} })`,
]

describe('serve, on an uncaught error', () => {
  let test: TestDatabase
  let dataDir: string
  beforeAll(async () => {
    test = await createTestDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'checkout-surprise-'))
  })
  afterAll(async () => {
    await test.drop()
    rmSync(dataDir, { recursive: true })
  })

  it.each([
    ['uncaughtException', `throw new Error('lost\\n' + '42424242'.repeat(2))`],
    ['unhandledRejection', `Promise.reject(new Error('lost\\n' + '42424242'.repeat(2)))`],
  ])('ends with 1 and one log line with the error (%s)', async (origin, how) => {
    const variables = {
      ...(await freePorts('PRIVATE_PORT')),
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
    }
    // A process of its own: an uncaught error ends it.
    const server = await startServerProcess('worker', variables, failing(how))
    const ended = once(server.child, 'exit')
    server.child.kill('SIGUSR2')
    await ended
    expect(server.child.exitCode).toBe(1)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('lost'))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 60,
        origin,
        msg: 'nobody caught this: the process ends',
        err: expect.objectContaining({ message: expect.stringMatching(/^lost\n/) }),
      }),
    ])
    expect(server.output()).not.toContain('4242424242424242')
  })
})
