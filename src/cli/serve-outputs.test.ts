import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#server/database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { CHECKOUT } from '#proof/testing/cli/process.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'

/** Each request causes a log line of more than a kilobyte; together they exceed a pipe's buffer. */
const REQUESTS = 150
const REFERENCE = '0123456789ABCDEFGHIJKLMNOPQRSTUVW'

describe('R-45: serve', () => {
  let test: TestDatabase
  let variables: Variables
  const running: ChildProcess[] = []

  beforeAll(async () => {
    test = await createTestDatabase()
    const { NOWHERE_PORT, ...ports } = await freePorts(
      'API_PORT',
      'PRIVATE_PORT',
      'CHECKOUT_PORT',
      'NOWHERE_PORT',
    )
    const dataDir = mkdtempSync(join(tmpdir(), 'checkout-outputs-'))
    variables = {
      ...ports,
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      API_URL: `http://localhost:${NOWHERE_PORT}`,
      API_IN_PROCESS: 'false',
    }
  })
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
  })
  afterAll(async () => {
    await test.drop()
    rmSync(variables['DATA_DIR'] ?? '', { recursive: true })
  })

  /** Starts the server as a process, from a shell that redirects its outputs; nothing reads the pipes. */
  function start(outputs: string): ChildProcess {
    const command = `exec "${process.execPath}" "${CHECKOUT}" serve --only api,worker,bff ${outputs}`
    const child = spawn('sh', ['-c', command], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    return child
  }

  async function isServing(child: ChildProcess): Promise<void> {
    await expect
      .poll(
        async () => {
          if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
          const { PRIVATE_PORT, CHECKOUT_PORT } = variables
          const asked = [
            `http://127.0.0.1:${PRIVATE_PORT}/ready`,
            `http://localhost:${CHECKOUT_PORT}/`,
          ]
          const answers = asked.map((url) => fetch(url).catch(() => undefined))
          return (await Promise.all(answers)).map((answer) => answer?.ok)
        },
        { timeout: 60_000 },
      )
      .toEqual([true, true])
  }

  /** Sends requests that each log a line with a stack, since the page's backend cannot reach the API. */
  async function causeLines(): Promise<void> {
    const url = `http://localhost:${variables['CHECKOUT_PORT']}/api/checkout/${REFERENCE}`
    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => fetch(url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  }

  /** Creates and cancels a session as the demo store's merchant; returns the session's rows in the audit log. */
  async function cancelOnce(): Promise<unknown[]> {
    const kept = readFileSync(join(variables['DATA_DIR'] ?? '', 'sandbox/demo-store.json'), 'utf8')
    const { merchantId, apiKey } = JSON.parse(kept) as { merchantId: string; apiKey: string }
    const post = async (path: string, body: object) => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(`http://localhost:${variables['API_PORT']}${path}`, init)
      return (await answer.json()) as { id: string }
    }
    const { id } = await post('/v1/sessions', { merchantId, amount: 1990, currency: 'BRL' })
    await post(`/v1/sessions/${id}/cancel`, {})
    const entries = statement('entries', 'select 1 from audit_log where subject = $1')
    return test.database.query(entries, [id])
  }

  it.each([
    ['on a full disk', '>/dev/full 2>/dev/full'],
    ['closed by their reader', ''],
  ])('goes on with its outputs %s, and stops on a signal', async (_, outputs) => {
    const child = start(outputs)
    child.stdout?.destroy()
    child.stderr?.destroy()
    await isServing(child)
    await causeLines()
    await isServing(child)
    expect(await cancelOnce()).toHaveLength(1)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('goes on while the reader of its log stalls', async () => {
    const child = start('>/dev/null')
    // Nothing reads from a paused pipe, so it fills up.
    child.stderr?.pause()
    await isServing(child)
    await causeLines()
    await isServing(child)
    expect(await cancelOnce()).toHaveLength(1)
  })
})
