import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { startCommand } from '#proof/testing/cli/server.fixture.ts'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { statement } from '#server/database/engine/database.ts'
import { createLog } from '#server/process/log.ts'
import { terminalLog } from './terminal-log.ts'

describe('X-3: the first start', () => {
  let checkout: CommandLine
  beforeAll(async () => {
    checkout = await openCommandLine()
  })
  afterAll(() => checkout.close())

  /** Starts on an empty database, and returns what was written until it serves. */
  async function greeting(isTTY: boolean): Promise<string> {
    for (const text of ['drop schema public cascade', 'create schema public'])
      await checkout.database.query(statement('empty the database', text), [])
    const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
    const variables = { ...checkout.variables, ...ports, FORCE_COLOR: '0' }
    const server = await startCommand(['serve', '--only', 'api,worker'], variables, { isTTY })
    const written = server.output()
    await server.stop()
    return written
  }

  it('X-3: greets a person with one line and the table', async () => {
    expect(await greeting(true)).toMatch(
      /^Database ready\nHosted Checkout, sandbox\. Stop with Ctrl-C\.\n/,
    )
  })

  it('X-3: is JSON for what is no terminal', async () => {
    const [first = ''] = (await greeting(false)).split('\n')
    expect(JSON.parse(first)).toMatchObject({
      level: 30,
      msg: 'Applied migration 0001_baseline.sql.',
    })
  })
})

describe('X-3: at a terminal a record of the log', () => {
  it('is a readable line, each once, without what a terminal obeys', () => {
    const { terminal, stderr } = openTerminal({ FORCE_COLOR: '0' }, '', { isTTY: true })
    const log = createLog('warn', terminalLog(terminal))
    for (const requestId of ['req_1', 'req_2']) log.warn({ requestId }, 'The page is not built')
    log.info('not shown')
    log.warn({ err: new Error('refused \u001b[2J\u202e') }, 'The mail was not sent')
    log.error({ err: new Error('gone') }, 'A task failed')
    const [first, second, third, frame] = stderr().split('\n')
    expect(first).toBe('warning: The page is not built (requestId: req_1)')
    expect(second).toBe('warning: The mail was not sent: refused \\u001b[2J\\u202e')
    expect(third).toBe('error: A task failed: gone')
    expect(frame).toMatch(/^ +at .*greeting\.test\.ts/)
  })
})
