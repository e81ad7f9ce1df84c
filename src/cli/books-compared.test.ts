import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'

const UNREADABLE = join(import.meta.dirname, '../proof/testing/cli/unreadable-processor.fixture.ts')

let checkout: CommandLine
beforeAll(async () => {
  checkout = await openCommandLine()
})
afterAll(() => checkout.close())

/** Up to when a process with these parts says that the books were compared, in Unix time. */
async function comparedUntil(parts: string): Promise<number> {
  const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
  const server = await startServer(parts, {
    ...checkout.variables,
    ...ports,
    PROCESSOR: UNREADABLE,
  })
  try {
    const metrics = await fetch(`http://127.0.0.1:${ports.PRIVATE_PORT}/metrics`)
    const [, value] = /^checkout_reconciled_until_seconds (\S+)$/m.exec(await metrics.text()) ?? []
    return Number(value)
  } finally {
    await server.stop()
  }
}

it('R-50: where comparing the books fails from the start, the time since then is known', async () => {
  const beforeSeconds = Date.now() / 1000
  const seconds = await comparedUntil('worker')
  // The clock of the database may be another.
  expect(Math.abs(seconds - beforeSeconds)).toBeLessThan(60)
})

it('R-50: a process without the worker compares no books, and says 0', async () => {
  expect(await comparedUntil('api')).toBe(0)
})
