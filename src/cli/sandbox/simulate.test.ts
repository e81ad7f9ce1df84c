import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient } from '#client/index.ts'
import { Session } from '#contract/session.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { PRODUCTION, runCheckout, type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { readDemoMerchant } from '../compose/demo-merchant.ts'
import { readConfig } from '../config.ts'
import { freePorts, type RunningCommand } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'

const SESSION = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'

describe('checkout simulate, beside a running server', () => {
  let test: TestDatabase
  let variables: Variables
  let server: RunningCommand
  let client: CheckoutClient
  let merchantId: string
  beforeAll(async () => {
    test = await createTestDatabase()
    const ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'STORE_PORT', 'PRIVATE_PORT')
    const dataDir = mkdtempSync(join(tmpdir(), 'checkout-simulate-'))
    variables = { ...ports, DATABASE_URL: test.url, DATA_DIR: dataDir }
    server = await startServer('api', variables)
    const read = readConfig(variables)
    if (!read.ok) throw new Error(read.problems.join())
    const demo = readDemoMerchant(read.config)
    merchantId = demo.merchantId
    const { apiUrl: baseUrl } = read.config
    client = new CheckoutClient({ apiKey: demo.apiKey, environment: 'sandbox', baseUrl })
  })
  afterAll(async () => {
    await server.stop()
    await test.drop()
    rmSync(variables['DATA_DIR'] ?? '', { recursive: true })
  })

  const create = () => client.sessions.create({ merchantId, amount: 25990, currency: 'BRL' })
  const run = (line: string) => runCheckout(`simulate ${line}`, variables)

  it('pays, and prints the paid session', async () => {
    const { id } = await create()
    const { exitCode, stdout } = await run(`${id} pay --json`)
    expect(exitCode).toBe(0)
    const paid = Session.parse(JSON.parse(stdout))
    expect(paid).toMatchObject({ id, status: 'complete', paymentStatus: 'paid' })
    expect(await client.sessions.get(id)).toEqual(paid)
    const { data } = await client.events.list({ sessionId: id })
    expect(data.map(({ type }) => type)).toEqual(['session.completed', 'payment.succeeded'])
  })

  it('declines with a code, as text', async () => {
    const { id } = await create()
    const { stdout } = await run(`${id} decline --code insufficient_funds`)
    expect(stdout).toMatch(new RegExp(`^Session +${id}$`, 'm'))
    expect(stdout).toMatch(/^Status +open$/m)
    expect(stdout).toMatch(/^Decline code +insufficient_funds$/m)
    expect((await client.sessions.get(id)).payment?.declineCode).toBe('insufficient_funds')
  })

  it('R-75: takes money back, a part and then the rest, and refuses more', async () => {
    const { id } = await create()
    await run(`${id} pay`)
    const { stdout } = await run(`${id} reverse --amount 1000`)
    expect(stdout).toMatch(/^Taken back +R\$10\.00$/m)
    const { exitCode, stderr } = await run(`${id} reverse --amount 99999`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('more than is left')])
    expect((await run(`${id} reverse --json`)).exitCode).toBe(0)
    expect(await client.sessions.get(id)).toMatchObject({ amountReversed: 25990 })
    const { data } = await client.events.list({ sessionId: id })
    expect(data.filter(({ type }) => type === 'payment.reversed')).toHaveLength(2)
  })

  it('R-75: says that nothing can be taken back of what is not paid', async () => {
    const { id } = await create()
    const { exitCode, stderr } = await run(`${id} reverse`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('no successful payment')])
  })

  it("uses the merchant's clock", async () => {
    const { id } = await create()
    const { now } = await client.sandbox.clock.advance({ by: '2h' })
    await client.sandbox.clock.freeze()
    const { stdout } = await run(`${id} pay --json`)
    const { completedAt } = Session.parse(JSON.parse(stdout))
    expect(Date.parse(completedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(now))
    await client.sandbox.clock.resume()
  })

  it('1 with the reason of a refusal', async () => {
    const { id } = await create()
    await client.sessions.cancel(id)
    expect(await run(`${id} pay`)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('session_not_open: The session is canceled.') as string,
    })
    expect(await run(`${SESSION} pay`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('not_found') as string,
    })
  })
})

describe('checkout simulate', () => {
  it.each([
    ['cs_1 pay', 'session'],
    [`${SESSION} steal`, 'Allowed choices are pay'],
    [`${SESSION} decline --code pix_expired`, 'Allowed choices are card_declined'],
    [`${SESSION} pay --code card_declined`, '--code goes with "decline"'],
    [`${SESSION} pay --amount 100`, '--amount goes with "reverse"'],
    [`${SESSION} reverse --code card_declined`, '--code goes with "decline"'],
    [`${SESSION} reverse --amount 0`, 'must be at least 1'],
    [`${SESSION} reverse --amount ten`, 'must be a whole number of minor units'],
    [SESSION, 'outcome'],
  ])('64 for %s', async (line, reason) => {
    const { exitCode, stderr } = await runCheckout(`simulate ${line}`)
    expect([exitCode, stderr]).toEqual([64, expect.stringContaining(reason)])
  })

  it('refuses in production', async () => {
    const MASTER_KEY = randomBytes(32).toString('base64')
    const { exitCode, stderr } = await runCheckout(`simulate ${SESSION} pay`, {
      ...PRODUCTION,
      DATABASE_URL: 'postgres:///nowhere?host=/nowhere',
      MASTER_KEY,
    })
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('This is production.')])
  })
})
