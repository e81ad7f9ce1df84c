import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#server/database/engine/database.ts'
import { ITEM_IDS } from '../readiness/go-live/items.ts'
import { GoLiveReport } from '../readiness/go-live/report.ts'
import {
  openCommandLine,
  runCheckout,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'
import {
  FAULTY,
  openReceiver,
  PERFECT,
  PERFECT_BY_THE_LIBRARY,
  type Receiver,
} from '#proof/testing/tools/receivers.fixture.ts'

const TIMEOUT_MS = 90_000
let checkout: CommandLine
let directory: string
beforeAll(async () => {
  checkout = await openCommandLine()
  directory = mkdtempSync(join(tmpdir(), 'checkout-homologate-'))
})
afterAll(async () => {
  await checkout.close()
  rmSync(directory, { recursive: true })
})

interface Merchant {
  merchantId: string
  webhookSecret: string
}

/** A merchant with a receiver, which gets the webhook secret once the merchant exists. */
async function withMerchant<T>(
  parts: Receiver,
  work: (merchant: Merchant & { state: string }) => Promise<T>,
  options = '--return-origin https://loja.example',
): Promise<T> {
  let secret = ''
  const opened = await openReceiver(parts, () => secret)
  await using receiver = opened.receiver
  const merchant = await checkout.json<Merchant>(
    `merchants create --name "<b>Loja</b> & Filhos" --callback-url ${receiver.url}?key=hidden ${options}`,
  )
  secret = merchant.webhookSecret
  return await work({ ...merchant, state: `--state "${opened.state}"` })
}

function verdicts({ items }: GoLiveReport): Record<string, string> {
  return Object.fromEntries(items.map(({ id, verdict }) => [id, verdict]))
}

const ALL_PASSED = {
  ...Object.fromEntries(ITEM_IDS.map((id) => [id, 'passed'])),
  'idempotency-key': 'note',
  'not-looked-at': 'note',
}

const BROKEN = {
  'verifies what it wrote itself': {
    receiver: FAULTY['verifies what it wrote itself'],
    blamed: ['tomorrow', 'bad-signature'],
  },
  'gives out before it verifies': {
    receiver: FAULTY['gives out before it verifies'],
    blamed: ['effect'],
  },
  'looks first and remembers later': {
    receiver: FAULTY['looks first and remembers later'],
    blamed: ['effect'],
  },
  'waits for an earlier event': {
    receiver: FAULTY['waits for an earlier event'],
    blamed: ['effect'],
  },
  'checks no age': { receiver: FAULTY['checks no age'], blamed: ['bad-signature'] },
} satisfies Record<string, { receiver: Receiver; blamed: string[] }>

async function openSessions(merchantId: string): Promise<number> {
  const open = statement(
    'test: open sessions',
    "select 1 from sessions where status = 'open' and merchant_id = $1",
  )
  return (await checkout.database.query(open, [merchantId])).length
}

describe('checkout homologate', () => {
  it(
    'passes a merchant with a correct receiver, and writes both reports',
    () =>
      withMerchant(PERFECT_BY_THE_LIBRARY, async ({ merchantId, webhookSecret, state }) => {
        const output = join(directory, 'good')
        const line = `homologate --merchant ${merchantId} ${state} --output ${output}`
        const report = GoLiveReport.parse(await checkout.json(line))
        expect(verdicts(report)).toEqual(ALL_PASSED)
        expect(report).toMatchObject({
          passed: true,
          kind: 'homologation',
          merchant: { id: merchantId, name: '<b>Loja</b> & Filhos' },
        })
        const files = readdirSync(output).map((name) => readFileSync(join(output, name), 'utf8'))
        const [page = '', json = ''] = files
        expect(JSON.parse(json)).toEqual(report)
        expect(page).toContain('&lt;b&gt;Loja&lt;/b&gt; &amp; Filhos')
        const [item] = report.items
        expect(item?.evidence.map(({ what, status }) => [what, status])).toEqual([
          ['payment.succeeded', 'succeeded'],
          ['session.completed', 'succeeded'],
        ])
        for (const text of files) {
          expect(text).toContain(item?.evidence[0]?.deliveryId)
          expect(text).not.toContain(webhookSecret)
          expect(text).not.toContain('hidden')
        }
      }),
    TIMEOUT_MS,
  )

  it(
    '1 with the remedy for a receiver that accepts forgeries',
    () =>
      withMerchant(FAULTY['accepts anything'], async ({ merchantId, state }) => {
        const output = join(directory, 'bad')
        const line = `homologate --merchant ${merchantId} ${state} --output ${output}`
        const { exitCode, stdout, stderr } = await checkout.run(line)
        expect(exitCode).toBe(1)
        expect(stdout).toMatch(/^A forged notification is refused +failed /m)
        expect(stdout).toContain('It accepts what is forged')
        expect(stdout).toContain('Not passed: 12 of 14 passed, 2 failed.')
        expect(stderr).toContain('An order is paid by card: passed.')
        expect(stderr).toContain(`Report: ${join(output, 'report.html')}`)
      }),
    TIMEOUT_MS,
  )

  it(
    'R-71: 1 without --state, and says what was not seen',
    () =>
      withMerchant(PERFECT, async ({ merchantId }) => {
        const output = join(directory, 'unseen')
        const line = `homologate --merchant ${merchantId} --output ${output}`
        const { exitCode, stdout } = await checkout.run(line)
        expect(exitCode).toBe(1)
        expect(stdout).toMatch(/^Each paid order is given out exactly once +not seen /m)
        expect(stdout).toContain('Give --state with an address of yours')
        expect(stdout).toMatch(/^What this run does not look at +note /m)
      }),
    TIMEOUT_MS,
  )

  it(
    '1 soon for a merchant without a callback and without origins',
    async () => {
      const { merchantId } = await checkout.json<Merchant>('merchants create --name Loja')
      const output = join(directory, 'none')
      const line = `homologate --merchant ${merchantId} --output ${output} --json`
      const { exitCode, stdout } = await checkout.run(line)
      expect(exitCode).toBe(1)
      const report = GoLiveReport.parse(JSON.parse(stdout))
      expect(report).toMatchObject({ passed: false, callbackOrigin: null })
      expect(verdicts(report)).toEqual({
        ...Object.fromEntries(ITEM_IDS.map((id) => [id, 'failed'])),
        'answers-in-time': 'not_seen',
        'idempotency-key': 'note',
        'not-looked-at': 'note',
      })
    },
    TIMEOUT_MS,
  )

  it('1 before any session is created when the report cannot be written', () =>
    withMerchant(PERFECT, async ({ merchantId }) => {
      const file = join(directory, 'file')
      writeFileSync(file, '')
      const line = `homologate --merchant ${merchantId} --output ${join(file, 'inside')}`
      const { exitCode, stderr } = await checkout.run(line)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot be made')])
      expect(stderr).not.toContain('paid by card')
    }))

  it('prints the schema of its report', async () => {
    const { exitCode, stdout } = await runCheckout('homologate --schema')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'object',
      properties: { items: { type: 'array' } },
    })
  })
})

describe('R-71: checkout homologate, of a shop with one fault', () => {
  interface Found {
    exitCode: number
    report: GoLiveReport
    open: number
  }
  const shops = Object.keys(BROKEN) as (keyof typeof BROKEN)[]
  const NOT_RUN = { exitCode: 0, open: 1, report: undefined }
  let found: Map<string, Found>
  // Concurrently, because a run mostly waits.
  beforeAll(async () => {
    found = new Map(await Promise.all(shops.map(async (shop) => [shop, await run(shop)] as const)))
  }, TIMEOUT_MS)

  const run = (shop: keyof typeof BROKEN): Promise<Found> =>
    withMerchant(BROKEN[shop].receiver, async ({ merchantId, state }) => {
      const output = join(directory, shop.replaceAll(' ', '-'))
      const line = `homologate --merchant ${merchantId} ${state} --output ${output} --json`
      const { exitCode, stdout } = await checkout.run(line)
      const report = GoLiveReport.parse(JSON.parse(stdout))
      return { exitCode, report, open: await openSessions(merchantId) }
    })

  it.each(shops)('1 for one that %s, with the remedy, and no session stays open', (shop) => {
    const { exitCode, report, open } = found.get(shop) ?? NOT_RUN
    const wrong = report?.items.filter(({ verdict }) => verdict === 'failed') ?? []
    expect([exitCode, wrong.map(({ id }) => id), open]).toEqual([1, BROKEN[shop].blamed, 0])
    expect(wrong.filter(({ mend }) => mend === null || mend === '')).toEqual([])
  })
})

describe('checkout homologate, by a merchant', () => {
  it(
    'rehearses over the network, and lists what only the operator sees',
    () =>
      withMerchant(PERFECT, async ({ merchantId, webhookSecret: WEBHOOK_SECRET, state }) => {
        const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
        const server = await startServer('api,worker', { ...checkout.variables, ...ports })
        try {
          const keys = `keys issue --merchant ${merchantId}`
          const { apiKey: API_KEY } = await checkout.json<{ apiKey: string }>(keys)
          const API_URL = `http://localhost:${ports.API_PORT}`
          const line = `homologate --json ${state} --output ${join(directory, 'rehearsal')}`
          const variables = { API_URL, API_KEY, WEBHOOK_SECRET }
          const { exitCode, stdout } = await runCheckout(line, variables)
          const report = GoLiveReport.parse(JSON.parse(stdout))
          expect(verdicts(report)).toEqual({
            ...ALL_PASSED,
            'return-origins': 'not_seen',
            'idempotency-key': 'not_seen',
          })
          expect(report).toMatchObject({ passed: true, kind: 'rehearsal' })
          expect(exitCode).toBe(0)
        } finally {
          await server.stop()
        }
      }),
    TIMEOUT_MS,
  )

  it.each([
    [PERFECT, 0],
    [FAULTY['gives out before it verifies'], 1],
  ] as const)(
    'R-71: rehearses a shop without a callback by --to: %#',
    async (parts, code) => {
      const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
      const server = await startServer('api', { ...checkout.variables, ...ports })
      let secret = ''
      const { receiver, state } = await openReceiver(parts, () => secret)
      await using _ = receiver
      try {
        const { merchantId, webhookSecret: WEBHOOK_SECRET } = await checkout.json<Merchant>(
          'merchants create --name Loja',
        )
        secret = WEBHOOK_SECRET
        const keys = `keys issue --merchant ${merchantId}`
        const { apiKey: API_KEY } = await checkout.json<{ apiKey: string }>(keys)
        const output = join(directory, `to-${code}`)
        const line = `homologate --json --to ${receiver.url} --state "${state}" --output ${output}`
        const API_URL = `http://localhost:${ports.API_PORT}`
        const variables = { API_URL, API_KEY, WEBHOOK_SECRET }
        const { exitCode, stdout } = await runCheckout(line, variables)
        const report = GoLiveReport.parse(JSON.parse(stdout))
        expect(exitCode).toBe(code)
        expect(verdicts(report)).toEqual({
          ...ALL_PASSED,
          effect: code === 0 ? 'passed' : 'failed',
          'callback-address': 'note',
          'return-origins': 'not_seen',
          'idempotency-key': 'not_seen',
        })
        expect(await openSessions(merchantId)).toBe(0)
      } finally {
        await server.stop()
      }
    },
    TIMEOUT_MS,
  )

  it('1 without a receiver at --to', async () => {
    const { exitCode, stderr } = await runCheckout('homologate --to http://127.0.0.1:1/')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('There is no receiver')])
  })

  it('64 without a key', async () => {
    const { exitCode, stderr } = await runCheckout('homologate')
    expect([exitCode, stderr]).toEqual([64, expect.stringContaining('API_URL and API_KEY')])
  })
})
