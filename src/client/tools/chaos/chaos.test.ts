import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#server/database/engine/database.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { CHECK_IDS } from '../readiness/checks/checks.ts'
import { seededBytes } from '#proof/testing/seeded-bytes.ts'
import {
  openCommandLine,
  runCheckout,
  type CommandLine,
  type Outcome,
} from '#proof/testing/cli/command-line.fixture.ts'
import type { ChaosReport } from './present-report.ts'
import {
  FAULTY,
  openReceiver,
  PERFECT,
  type OpenReceiver,
  type Receiver,
  USELESS,
} from '#proof/testing/tools/receivers.fixture.ts'
import { freePorts, type RunningCommand } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'

interface Created {
  merchantId: string
  webhookSecret: string
}

const TIMEOUT_MS = 60_000
let checkout: CommandLine
let merchant: Created
beforeAll(async () => {
  checkout = await openCommandLine()
  merchant = await checkout.json('merchants create --name Loja')
})
afterAll(() => checkout.close())

async function against<T>(parts: Receiver, work: (opened: OpenReceiver) => Promise<T>): Promise<T> {
  const opened = await openReceiver(parts, () => merchant.webhookSecret)
  await using _ = opened.receiver
  return await work(opened)
}

describe('checkout chaos', () => {
  it(
    'creates sessions to play, leaves none open, and gives a perfect receiver 100',
    async () => {
      const line = ({ receiver, state }: OpenReceiver) =>
        `chaos --merchant ${merchant.merchantId} --to ${receiver.url} --state "${state}" --seed 4711`
      const report = await against(PERFECT, (opened) => checkout.json<ChaosReport>(line(opened)))
      expect(report).toMatchObject({ score: 100, passed: true, reached: true, seed: 4711 })
      expect(report.checks.map(({ check }) => check)).toEqual(CHECK_IDS)
      expect(report.sessionIds).toHaveLength(4)
      const open = statement('test: open sessions', "select 1 from sessions where status = 'open'")
      expect(await checkout.database.query(open, [])).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    '1 with reasons on standard output, progress on standard error, and no secret in either',
    async () => {
      const { exitCode, stdout, stderr } = await against(
        FAULTY['answers 200 to forgeries'],
        ({ receiver }) =>
          checkout.run(
            `chaos --merchant ${merchant.merchantId} --to ${receiver.url} --only forged`,
          ),
      )
      expect(exitCode).toBe(1)
      expect(stdout).toMatch(/^Readiness \d+ of 100$/m)
      expect(stdout).toContain('✗ Refuses the signature of another secret  −12')
      expect(stdout).toContain('Why: Whoever finds the address of your callback')
      expect(stdout).toMatch(/Not ready: 11 checks .* --seed \d+/)
      expect(stdout).not.toContain('ten minutes old')
      expect(stderr).toMatch(/^Seed \d+\.$/m)
      expect(stderr).toMatch(/^\d+ of \d+ steps$/m)
      expect(stdout + stderr).not.toContain('whsec_')
    },
    TIMEOUT_MS,
  )

  it(
    'plays a named session, which shows less once the shop knows it, and refuses an unknown one',
    async () => {
      await against(PERFECT, async ({ receiver, state }) => {
        const line = `chaos --merchant ${merchant.merchantId} --to ${receiver.url}`
        const { sessionIds } = await checkout.json<ChaosReport>(`${line} --state "${state}"`)
        const [sessionId = ''] = sessionIds
        const again = await checkout.run(`${line} --state "${state}" --session ${sessionId}`)
        expect(again.exitCode).toBe(1)
        expect(again.stdout).toContain('Not known to be ready: nothing wrong was seen')
        expect(again.stdout).toContain(`not seen: ${sessionId} had been delivered before`)
        const signed = await checkout.json<ChaosReport>(
          `${line} --session ${sessionId} --only forged,stale`,
        )
        expect(signed).toMatchObject({ score: 100, sessionIds: [sessionId] })

        const unknown = await checkout.run(`${line} --session cs_0Tq4mFhZ7Rk2vXw9sLd3Ye`)
        expect([unknown.exitCode, unknown.stdout]).toEqual([1, ''])
      })
    },
    TIMEOUT_MS,
  )

  it('1 without a receiver, before any session is created', async () => {
    const line = `chaos --merchant ${merchant.merchantId} --to http://127.0.0.1:1/hooks`
    const { exitCode, stderr } = await checkout.run(line)
    expect(stderr).toContain('There is no receiver at http://127.0.0.1:1/hooks: nothing listens')
    expect(stderr).not.toContain('Made')
    expect(exitCode).toBe(1)
  })

  it('1 for an unusable state address', async () => {
    const { exitCode, stderr } = await against(PERFECT, ({ receiver }) => {
      const state = `${new URL(receiver.url).origin}/nothing/{sessionId}`
      const line = `chaos --merchant ${merchant.merchantId} --to ${receiver.url}`
      return checkout.run(`${line} --state "${state}"`)
    })
    expect(stderr).toContain('cannot be used: it answered 400')
    expect(exitCode).toBe(1)
  })

  it.each([
    ['', "required option '--to <url>'"],
    ['--to ftp://localhost', 'It must be an http or https address.'],
    ['--to http://localhost:3000 --only nonsense', 'has "nonsense", which is none of genuine'],
    ['--to http://localhost:3000 --state http://localhost/x', 'must have {sessionId} in it'],
    ['--to http://localhost:3000 --seed -1', 'must not be negative'],
    [
      `--to http://localhost:3000 ${'--session cs_0Tq4mFhZ7Rk2vXw9sLd3Ye '.repeat(4)}`,
      'at most 3 times',
    ],
  ])('64 for: %s', async (options, reason) => {
    const { exitCode, stderr } = await runCheckout(`chaos ${options}`)
    expect([exitCode, stderr]).toEqual([64, expect.stringContaining(reason)])
  })
})

const OWN_CALLBACK = [
  ['gives out before it verifies', 1, 'Gives nothing out for a forgery'],
  ['handles duplicates again', 1, 'Gives each paid order out exactly once'],
  ['remembers a moment later', 1, 'Gives each paid order out exactly once'],
  ['never gives anything out', 1, 'it gave out none of the paid orders'],
  ['a perfect one', 0, 'Ready: all that must be right is right.'],
] as const

describe('R-70: checkout chaos, of a shop that is the callback of its merchant', () => {
  let server: RunningCommand
  let found: Map<string, Outcome & { sent: unknown[] }>
  // Concurrently, because a run mostly waits.
  beforeAll(async () => {
    const ports = await freePorts('PRIVATE_PORT')
    server = await startServer('worker', { ...checkout.variables, ...ports })
    const runs = OWN_CALLBACK.map(async ([shop]) => [shop, await run(shop)] as const)
    found = new Map(await Promise.all(runs))
  }, TIMEOUT_MS)
  afterAll(() => server.stop())

  async function run(shop: (typeof OWN_CALLBACK)[number][0]) {
    let secret = ''
    const parts = { ...FAULTY, ...USELESS, 'a perfect one': PERFECT }[shop]
    const { receiver, state } = await openReceiver(parts, () => secret)
    await using _ = receiver
    const made = `merchants create --name Loja --callback-url ${receiver.url}`
    const { merchantId, webhookSecret } = await checkout.json<Created>(made)
    secret = webhookSecret
    const line = `chaos --merchant ${merchantId} --to ${receiver.url} --state "${state}"`
    const outcome = await checkout.run(line)
    const deliveries = statement(
      'test: deliveries',
      'select 1 from deliveries where merchant_id = $1',
    )
    return { ...outcome, sent: await checkout.database.query(deliveries, [merchantId]) }
  }

  it.each(OWN_CALLBACK)('%s: %s', (shop, code, said) => {
    const { exitCode, stdout, sent } = found.get(shop) ?? { exitCode: 64, stdout: '', sent: [] }
    expect([exitCode, stdout]).toEqual([code, expect.stringContaining(said)])
    expect(sent).toEqual([])
  })
})

describe('checkout chaos, with the key of a merchant', () => {
  const API_KEY = makeApiKey('sandbox', seededBytes('chaos'))
  it.each([
    [{ API_KEY }, 64, 'API_URL, API_KEY and WEBHOOK_SECRET'],
    [{ API_KEY, WEBHOOK_SECRET: 'whsec_short' }, 78, 'WEBHOOK_SECRET is not one'],
  ])('ends early with %o', (variables, code, reason) =>
    against(PERFECT, async ({ receiver }) => {
      const { exitCode, stderr } = await runCheckout(`chaos --to ${receiver.url}`, variables)
      expect([exitCode, stderr]).toEqual([code, expect.stringContaining(reason)])
    }),
  )
})
