import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '#cli/run-command-line.ts'
import { freePorts } from '../../testing/cli/server-process.fixture.ts'
import { startServer } from '../../testing/cli/server.fixture.ts'
import { openTerminal } from '../../testing/cli/terminal.fixture.ts'
import { GOOD_SHOPS, openGoodShop } from '../../testing/tools/good-shops.fixture.ts'
import {
  FAULTY,
  openReceiver,
  PERFECT,
  PERFECT_BY_THE_LIBRARY,
  USELESS,
} from '../../testing/tools/receivers.fixture.ts'

interface OpenShop extends AsyncDisposable {
  url: string
  state: string
}

interface Shop {
  name: string
  isGood: boolean
  open: (secret: () => string) => Promise<OpenShop>
}

/** A fault that both tools report as advice and not as a reason to fail. */
const ADVICE = ['writes long answers']

const SHOPS: Shop[] = [
  ...Object.entries({ ...FAULTY, ...USELESS }).map(([name, parts]) => ({
    name,
    isGood: ADVICE.includes(name),
    open: receiverOf(parts),
  })),
  ...Object.entries({ PERFECT, PERFECT_BY_THE_LIBRARY }).map(([name, parts]) => ({
    name,
    isGood: true,
    open: receiverOf(parts),
  })),
  ...Object.entries(GOOD_SHOPS).map(([name, shop]) => ({
    name,
    isGood: true,
    open: (secret: () => string) => openGoodShop(shop, secret),
  })),
]

function receiverOf(parts: Parameters<typeof openReceiver>[0]): Shop['open'] {
  return async (secret) => {
    const { receiver, state } = await openReceiver(parts, secret)
    return {
      url: receiver.url,
      state,
      [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
    }
  }
}

const TOOLS = ['chaos', 'homologate'] as const
type Tool = (typeof TOOLS)[number]

export interface ShopRun {
  shop: string
  tool: Tool
  /** Whether the shop is the callback of its merchant. */
  isCallback: boolean
  isGood: boolean
  passed: boolean
}

export interface Running {
  databaseUrl: string
  /** A part of the shop's name; empty: all. */
  only: string
  jobs: number
  done: (run: ShopRun) => void
}

/** Runs both tools against each shop, as a callback and not, and beside one server. */
export async function runShops({ databaseUrl, only, jobs, done }: Running): Promise<ShopRun[]> {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-shops-'))
  const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
  const variables = {
    ...ports,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: directory,
  }
  const server = await startServer('api,worker', variables)
  const stage = { variables, apiUrl: `http://localhost:${ports.API_PORT}`, directory }
  const waiting = SHOPS.filter(({ name }) => name.includes(only)).flatMap((shop) =>
    TOOLS.flatMap((tool) => [true, false].map((isCallback) => ({ shop, tool, isCallback }))),
  )
  const runs: ShopRun[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const run = await tryShop(stage, next)
      runs.push(run)
      done(run)
    }
  }
  try {
    await Promise.all(Array.from({ length: jobs }, work))
    return runs
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true })
  }
}

interface Stage {
  variables: Record<string, string>
  apiUrl: string
  directory: string
}

async function tryShop(
  { variables, apiUrl, directory }: Stage,
  { shop, tool, isCallback }: { shop: Shop; tool: Tool; isCallback: boolean },
): Promise<ShopRun> {
  let secret = ''
  await using opened = await shop.open(() => secret)
  const create = ['merchants', 'create', '--name', 'Loja']
  const callback = isCallback ? ['--callback-url', opened.url] : []
  const made = await json<{ merchantId: string; webhookSecret: string }>(
    [...create, ...callback, '--return-origin', 'https://loja.example'],
    variables,
  )
  const { merchantId, webhookSecret } = made
  secret = webhookSecret
  const issue = ['keys', 'issue', '--merchant', merchantId]
  const { apiKey } = await json<{ apiKey: string }>(issue, variables)
  const output = ['--output', join(directory, merchantId)]
  const to = tool === 'chaos' || !isCallback ? ['--to', opened.url] : []
  const line = [tool, ...to, '--state', opened.state, ...(tool === 'homologate' ? output : [])]
  const ofMerchant = { API_URL: apiUrl, API_KEY: apiKey, WEBHOOK_SECRET: webhookSecret }
  const exitCode = await runCommandLine(line, openTerminal(ofMerchant).terminal)
  return { shop: shop.name, tool, isCallback, isGood: shop.isGood, passed: exitCode === 0 }
}

async function json<T>(words: readonly string[], variables: Record<string, string>): Promise<T> {
  const { terminal, stdout, stderr } = openTerminal(variables)
  const exitCode = await runCommandLine([...words, '--json'], terminal)
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stderr()}`)
  return JSON.parse(stdout()) as T
}
