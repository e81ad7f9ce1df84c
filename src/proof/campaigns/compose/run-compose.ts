import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'vite'
import { z } from 'zod'
import { buildBase, buildImage } from '../../testing/container/build-image.ts'
import { runTool } from '../../testing/container/run-tool.ts'
import { buildStandIns } from './build-stand-ins.ts'
import { openPodman, type Podman } from './podman.ts'
import { payInBrowser, send } from './shop.ts'

export interface ComposeReport {
  session: string
  isScraped: boolean
  /** How many rules Prometheus has loaded. */
  alerts: number
  /** What the checkout logged as an error. */
  troubles: string[]
  exitCode: number
}

const SRC = join(import.meta.dirname, '../../..')
const NAME = 'pay.example.test'
const TRIES_MAX = 60
const Merchant = z.object({ merchantId: z.string() })
const Key = z.object({ apiKey: z.string() })
const Session = z.object({ id: z.string(), url: z.string(), status: z.string() })

/** Follows the operators' guide, from an empty machine to a paid session. */
export async function runCompose(note: (line: string) => void): Promise<ComposeReport> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-compose-'))
  const podman = openPodman(directory)
  try {
    note('images')
    await buildBase(podman)
    await buildImage(podman, {
      environment: 'production',
      tag: 'checkout',
      checkoutUrl: `https://${NAME}`,
    })
    await buildStandIns(podman)
    note('prepare')
    cpSync(join(SRC, 'cli/deploy'), join(directory, 'deploy'), { recursive: true })
    await runTool(join(podman.folder, 'prepare'), [NAME])
    await addProcessor(podman.folder)
    note('setup')
    const said = await podman.compose('run', '--rm', 'setup')
    // podman-compose exits with 0 even when its container failed.
    if (!existsSync(join(podman.folder, 'secrets/master-key'))) throw new Error(said)
    note('up')
    await podman.compose('up', '-d', 'checkout', 'proxy', 'prometheus')
    return await takePayment(podman, note).catch(async (cause: unknown) => {
      const logs = ['proxy', 'checkout', 'database'].map((service) => podman.logs(service))
      throw new Error(`the deployment said:\n${(await Promise.all(logs)).join('\n')}`, { cause })
    })
  } finally {
    await podman.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Bundles the processor's module of the tests into one file. */
async function addProcessor(folder: string): Promise<void> {
  const outDir = join(folder, 'processor')
  mkdirSync(outDir, { recursive: true })
  await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    root: SRC,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { index: join(SRC, 'proof/testing/cli/taking-processor.fixture.ts') },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  })
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }\n')
  await runTool('chmod', ['-R', 'a+rX', outDir])
}

async function takePayment(podman: Podman, note: (line: string) => void): Promise<ComposeReport> {
  const ca = readFileSync(join(podman.folder, 'certificates/proxy.pem'), 'utf8')
  const api = `https://api.${NAME}`
  await until(async () => (await send(`${api}/v1/health`, { ca })).status === 200, 'the API')
  const made = async <T>(schema: z.ZodType<T>, ...args: string[]) =>
    schema.parse(JSON.parse(await podman.command(...args, '--json')))
  const { merchantId } = await made(Merchant, 'merchants', 'create', '--name', 'Loja')
  const { apiKey } = await made(Key, 'keys', 'issue', '--merchant', merchantId)
  const created = await send(`${api}/v1/sessions`, {
    ca,
    apiKey,
    body: {
      merchantId,
      amount: 1990,
      currency: 'BRL',
      locale: 'en',
      customer: { email: 'maria@example.com', name: 'Maria Silva', taxId: '11144477735' },
    },
  })
  const { id, url } = Session.parse(created.body)
  note('a card')
  await payInBrowser(url)
  const { status: session } = Session.parse(
    (await send(`${api}/v1/sessions/${id}`, { ca, apiKey })).body,
  )
  const isScraped = await until(
    async () =>
      (await (await fetch(`${PROMETHEUS}/api/v1/query?query=up`)).text()).includes('"1"]'),
    'Prometheus',
  ).then(
    () => true,
    () => false,
  )
  const rules = await (await fetch(`${PROMETHEUS}/api/v1/rules?type=alert`)).text()
  const log = await podman.logs('checkout')
  return {
    session,
    isScraped,
    alerts: rules.match(/"alerts":/g)?.length ?? 0,
    troubles: log.split('\n').filter((line) => /"level":[56]0/.test(line)),
    exitCode: await podman.stop('checkout'),
  }
}

const PROMETHEUS = 'http://127.0.0.1:9090'

async function until(isThere: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (await isThere().catch(() => false)) return
    await sleep(1000)
  }
  throw new Error(`${what} did not answer within ${TRIES_MAX} s`)
}
