import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { EARLIER_RELEASES, releaseBefore, THIS_RELEASE } from '#server/database/migrate/releases.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { run, type Ended } from '../../nodes/run.ts'
import type { Witnesses } from '../../oracle/books.ts'
import { freePort } from '../../testing/free-port.ts'
import { placeRelease, whyNoHistory } from '../../testing/release-source.ts'
import {
  openObserver,
  openScratchDirectory,
  startPostgresIn,
} from '../../testing/scratch-postgres.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import type { Parties } from '../crash/parties.ts'
import { CHECKOUT, createProductProcess, type ProductProcess } from '../crash/product.ts'
import type { Dice } from '../shared/dice.ts'
import { witnessNotifications } from '../shared/merchant-server.ts'
import { readCardKey, type CardStage } from '../shared/sealed-card.ts'
import { LATER_RELEASE, placeLaterRelease } from './later-release.ts'

const HOST = '127.0.0.1'
const SETTINGS = { fsync: 'off', full_page_writes: 'off' }
/** As the operating guide says: wait for `/ready`, and two seconds more. */
const SETTLE_MS = 2000
const READY_TRIES_MAX = 600
const READY_POLL_MS = 100

const LAST = releaseBefore(EARLIER_RELEASES)
export type ReleaseName = 'before' | 'after'
/** From the last release to this one; before there is one, from this one to a later one that is made of it. */
export const VERSIONS: Readonly<Record<ReleaseName, string>> =
  LAST === undefined
    ? { before: THIS_RELEASE, after: LATER_RELEASE }
    : { before: LAST.version, after: THIS_RELEASE }

/** Why the upgrade cannot be tried here; undefined where it can. */
export function whyNoUpgrade(): string | undefined {
  return LAST && whyNoHistory(LAST)
}

/** One process, and which release it runs. */
export interface RunningProcess {
  product: ProductProcess
  release: ReleaseName
}

/** Two processes on one database, which the release before has made. */
export interface UpgradeStage extends Parties, CardStage {
  running: readonly RunningProcess[]
  observer: Pool
  witnesses: Witnesses
  /** Runs a command of a release to its end. */
  operate(release: ReleaseName, ...args: string[]): Promise<Ended>
  /** As `operate`; throws when the command fails, and parses what it prints. */
  operateJson<T>(release: ReleaseName, ...args: string[]): Promise<T>
  /** Stops one process after the other, and starts it as the release. Resolves to the slowest stop in ms. */
  rollTo(release: ReleaseName): Promise<number>
  healReceiver(isHealed: boolean): void
  close(): Promise<void>
}

/** Places the two releases, has the one before make the database and a merchant, and starts two processes of it. */
export async function openUpgradeStage(
  dice: Dice,
  { packages, drain }: { packages: 'own' | 'ours'; drain: number },
): Promise<UpgradeStage> {
  await using opening = new AsyncDisposableStack()
  const directory = await openScratchDirectory(opening)
  const entries: Record<ReleaseName, string> =
    LAST === undefined
      ? { before: CHECKOUT, after: await placeLaterRelease(join(directory, LATER_RELEASE)) }
      : {
          before: await placeRelease(LAST, join(directory, LAST.version), packages),
          after: CHECKOUT,
        }
  const databaseUrl = await startPostgresIn(opening, join(directory, 'data'), SETTINGS)
  const observer = openObserver(opening, databaseUrl)
  const masterKey = randomBytes(32)
  const witnesses: Witnesses = { exchanges: [], received: [], paidLate: [], complaints: [] }
  const receiver = opening.use(await startWebhookReceiver())
  const variables = {
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey.toString('base64'),
    LOG_LEVEL: 'error',
    // Whether the machine is fast enough for the load is not under test.
    DATABASE_TIMEOUT_MS: '30000',
  }
  const operate = (release: ReleaseName, ...args: string[]) =>
    run(process.execPath, [entries[release], ...args], {
      cwd: directory,
      env: { ...variables, DATA_DIR: join(directory, 'operator') },
    })
  const operateJson = async <T>(release: ReleaseName, ...args: string[]): Promise<T> => {
    const { exitCode, stdout, stderr } = await operate(release, ...args, '--json')
    if (exitCode !== 0)
      throw new Error(`${VERSIONS[release]}: checkout ${args.join(' ')}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  await operateJson('before', 'migrate')
  const merchantOptions = ['--name', 'Loja', '--return-origin', 'https://store.example', '--env']
  const created = await operateJson<{ merchantId: string; apiKey: string }>(
    'before',
    'merchants',
    'create',
    ...merchantOptions,
    '--callback-url',
    `${receiver.url}/hooks`,
  )
  const merchant = { id: created.merchantId, apiKey: created.apiKey }
  const { apiKey: checkoutKey } = await operateJson<{ apiKey: string }>(
    'before',
    'keys',
    'issue',
    '--kind',
    'checkout',
  )
  const { received } = witnesses
  const healReceiver = witnessNotifications(receiver, merchant.id, { dice, received })

  const running: RunningProcess[] = []
  for (const name of ['one', 'other']) {
    const process: RunningProcess = {
      release: 'before',
      product: createProductProcess(
        { api: await freePort(), private: await freePort(), webhook: await freePort() },
        {
          ...variables,
          DATA_DIR: join(directory, name),
          CHECKOUT_API_KEY: checkoutKey,
          REQUESTS_PER_SECOND: '10000',
          HOST,
          DRAIN_SECONDS: String(drain),
        },
        { checkout: () => entries[process.release] },
      ),
    }
    running.push(process)
    opening.defer(() => process.product.kill())
    await process.product.start()
  }
  const cardKey = await readCardKey(running[0]?.product.apiUrl, checkoutKey)
  const opened = opening.move()

  return {
    running,
    observer,
    merchant,
    checkoutKey,
    cardKey,
    envelopeKey: deriveMasterKeys(masterKey).cardEnvelopes.publicKey,
    witnesses,
    operate,
    operateJson,
    async rollTo(release) {
      let slowestMs = 0
      for (const process of running) {
        const startedMs = performance.now()
        const code = await process.product.stop()
        if (code !== 0) throw new Error(`a process that was asked to stop ended with ${code}`)
        slowestMs = Math.max(slowestMs, performance.now() - startedMs)
        process.release = release
        await process.product.start()
        await untilReady(process.product)
        await sleep(SETTLE_MS)
      }
      return Math.round(slowestMs)
    },
    healReceiver,
    close: () => opened.disposeAsync(),
  }
}

async function untilReady({ privateUrl }: ProductProcess): Promise<void> {
  for (let tries = 0; tries < READY_TRIES_MAX; tries++) {
    const isReady = await fetch(`${privateUrl}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(READY_POLL_MS)
  }
  throw new Error('a process that was started is not ready')
}
