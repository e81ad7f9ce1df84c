import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Witnesses } from '../../oracle/books.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import {
  openObserver,
  openScratchDirectory,
  startPostgresIn,
} from '../../testing/scratch-postgres.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import type { Dice } from '../shared/dice.ts'
import { migrateSimulator } from '#sandbox/simulator/migrate-simulator.ts'
import { BANK_ACCOUNT } from '../../testing/api-pix/at-bank.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { RECORD_MOVES } from '../coverage/moves.ts'
import { startFaultProxy, type FaultProxy } from '../shared/fault-proxy.ts'
import { witnessNotifications } from '../shared/merchant-server.ts'
import { readCardKey, type CardStage } from '../shared/sealed-card.ts'
import { freePort } from '../../testing/free-port.ts'
import { makeParties, type Parties } from './parties.ts'
import { createProductProcess, runCommand, type ProductProcess } from './product.ts'

/** Real processes over a real PostgreSQL, with fault proxies between them. */
export interface CrashStage extends Parties, CardStage {
  processes: ProductProcess[]
  /** The fault proxies between each process and PostgreSQL. */
  databaseLines: FaultProxy[]
  /** The fault proxy between the workers and the merchant's receiver. */
  receiverLine: FaultProxy
  /** The campaign's own connection, opened again after PostgreSQL was killed. */
  observer: Pool
  witnesses: Witnesses
  /** Set when the product uses a processor other than the simulator alone. */
  bank: RunningBank | undefined
  /** Runs a command of `checkout` as an operator; false when it fails. */
  operate(args: readonly string[]): Promise<boolean>
  /** Whether the receiver accepts every delivery. */
  healReceiver(isHealed: boolean): void
  killBackend(dice: Dice): Promise<void>
  killPostmaster(): Promise<void>
  close(): Promise<void>
}

const SILENT = { info: () => undefined, warn: () => undefined }
const HOST = '127.0.0.1'
/** The command's check of the webhook address fails. That is harmless: the bank's webhooks are routed to the processes anyway. */
const REGISTER_WEBHOOK = ['processors', 'check', BANK_ACCOUNT, '--register-webhook']
/** SIGKILL loses nothing that the operating system has: fsync is not needed. */
const WITHOUT_DISK = { fsync: 'off', full_page_writes: 'off' }

export async function openCrashStage(
  dice: Dice,
  {
    server,
    variables = {},
    bank,
  }: {
    server?: { url: string; stop(): Promise<void> }
    variables?: Record<string, string>
    bank?: RunningBank | undefined
  } = {},
): Promise<CrashStage> {
  await using opening = new AsyncDisposableStack()
  const dataDir = await openScratchDirectory(opening)
  if (server !== undefined) opening.defer(() => server.stop())
  const databaseUrl = server?.url ?? (await startPostgresIn(opening, dataDir, WITHOUT_DISK))
  await migrate({ url: databaseUrl, log: SILENT })
  const target = { host: HOST, port: Number(new URL(databaseUrl).port) }
  const observer = openObserver(opening, databaseUrl)
  // The oracle reads the simulator's tables, whichever processor is used.
  if (bank !== undefined) await migrateSimulator(observer)
  for (const text of RECORD_MOVES) await observer.query(text)

  const witnesses: Witnesses = { exchanges: [], received: [], paidLate: [], complaints: [] }
  const receiver = opening.use(await startWebhookReceiver())
  const startLine = async (to: { host: string; port: number }) => {
    const line = await startFaultProxy(to, dice)
    opening.defer(() => line.close())
    return line
  }
  const receiverLine = await startLine({ host: HOST, port: Number(new URL(receiver.url).port) })

  const masterKey = randomBytes(32)
  const { merchant, checkoutKey } = await makeParties(databaseUrl, {
    masterKey,
    callbackUrl: `http://${HOST}:${receiverLine.port}/hooks`,
  })

  const { received } = witnesses
  const healReceiver = witnessNotifications(receiver, merchant.id, { dice, received })

  const databaseLines: FaultProxy[] = []
  const processes: ProductProcess[] = []
  if (bank !== undefined) opening.defer(() => bank.close())
  for (const name of ['one', 'other']) {
    const line = await startLine(target)
    databaseLines.push(line)
    const url = new URL(databaseUrl)
    url.port = String(line.port)
    const ports = {
      api: await freePort(),
      private: await freePort(),
      webhook: await freePort(),
    }
    const product = createProductProcess(ports, {
      DATABASE_URL: url.href,
      DATA_DIR: join(dataDir, name),
      MASTER_KEY: masterKey.toString('base64'),
      CHECKOUT_API_KEY: checkoutKey,
      REQUESTS_PER_SECOND: '10000',
      HOST,
      LOG_LEVEL: 'error',
      ...bank?.variables,
      ...variables,
    })
    processes.push(product)
    opening.defer(() => product.kill())
  }
  for (const product of processes) await product.start()
  const operate = (args: readonly string[]) =>
    runCommand(args, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(dataDir, 'operator'),
      MASTER_KEY: masterKey.toString('base64'),
      ...bank?.variables,
      ...variables,
    })
  bank?.notifyAt(processes)
  if (bank?.payers !== undefined) await operate(REGISTER_WEBHOOK)
  const cardKey = await readCardKey(processes[0]?.apiUrl, checkoutKey)
  const opened = opening.move()

  return {
    processes,
    databaseLines,
    receiverLine,
    observer,
    merchant,
    checkoutKey,
    cardKey,
    envelopeKey: deriveMasterKeys(masterKey).cardEnvelopes.publicKey,
    witnesses,
    bank,
    operate,
    healReceiver,
    async killBackend(dice) {
      const { rows } = await observer.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'hosted-checkout' order by pid",
      )
      if (rows.length > 0) process.kill(dice.pick(rows).pid, 'SIGKILL')
    },
    async killPostmaster() {
      const { rows } = await observer.query<{ directory: string }>(
        `select current_setting('data_directory') as directory`,
      )
      const pidFile = join(rows[0]?.directory ?? '', 'postmaster.pid')
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
    },
    close: () => opened.disposeAsync(),
  }
}
