import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { CardEncryptionKey, type CardEnvelopeKey } from '#contract/checkout.ts'
import type { Witnesses } from '../../oracle/books.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { migrate } from '#server/database/migrate.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import type { Dice } from '../shared/dice.ts'
import { migrateSimulator } from '#sandbox/simulator/migrate-simulator.ts'
import { BANK_ACCOUNT } from '../../testing/api-pix/at-bank.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { RECORD_MOVES } from '../coverage/moves.ts'
import { startFaultProxy, type FaultProxy } from '../shared/fault-proxy.ts'
import { freePort } from '../../testing/free-port.ts'
import { makeParties, type Parties } from './parties.ts'
import { createProductProcess, runCommand, type ProductProcess } from './product.ts'

/** Real processes over a real PostgreSQL, with fault proxies between them. */
export interface CrashStage extends Parties {
  processes: ProductProcess[]
  /** The fault proxies between each process and PostgreSQL. */
  databaseLines: FaultProxy[]
  /** The fault proxy between the workers and the merchant's receiver. */
  receiverLine: FaultProxy
  /** The campaign's own connection, opened again after PostgreSQL was killed. */
  observer: Pool
  cardKey: CardEncryptionKey
  envelopeKey: CardEnvelopeKey
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
  const dataDir = await makeScratchDirectory()
  const postgres =
    server ?? (await startEmbeddedPostgres({ dataDir, log: SILENT, settings: WITHOUT_DISK }))
  await migrate({ url: postgres.url, log: SILENT })
  const target = { host: HOST, port: Number(new URL(postgres.url).port) }
  const observer = new Pool({ connectionString: postgres.url, max: 2 })
  observer.on('error', () => undefined)
  // The oracle reads the simulator's tables, whichever processor is used.
  if (bank !== undefined) await migrateSimulator(observer)
  for (const text of RECORD_MOVES) await observer.query(text)

  const witnesses: Witnesses = { exchanges: [], received: [], paidLate: [], complaints: [] }
  const receiver = await startWebhookReceiver()
  const receiverLine = await startFaultProxy(
    { host: HOST, port: Number(new URL(receiver.url).port) },
    dice,
  )
  let isHealed = false
  receiver.answer = ({ headers, body }, response) => {
    const status = isHealed || dice.chance(0.8) ? 204 : 500
    const eventId = String(headers['webhook-id'])
    witnesses.received.push({ merchantId: merchant.id, eventId, body, answered: status })
    response.writeHead(status).end()
  }

  const masterKey = randomBytes(32)
  const { merchant, checkoutKey } = await makeParties(postgres.url, {
    masterKey,
    callbackUrl: `http://${HOST}:${receiverLine.port}/hooks`,
  })

  const databaseLines: FaultProxy[] = []
  const processes: ProductProcess[] = []
  for (const name of ['one', 'other']) {
    const line = await startFaultProxy(target, dice)
    databaseLines.push(line)
    const url = new URL(postgres.url)
    url.port = String(line.port)
    const ports = {
      api: await freePort(),
      private: await freePort(),
      webhook: await freePort(),
    }
    processes.push(
      createProductProcess(ports, {
        DATABASE_URL: url.href,
        DATA_DIR: join(dataDir, name),
        MASTER_KEY: masterKey.toString('base64'),
        CHECKOUT_API_KEY: checkoutKey,
        REQUESTS_PER_SECOND: '10000',
        HOST,
        LOG_LEVEL: 'error',
        ...bank?.variables,
        ...variables,
      }),
    )
  }
  for (const product of processes) await product.start()
  const operate = (args: readonly string[]) =>
    runCommand(args, {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(dataDir, 'operator'),
      MASTER_KEY: masterKey.toString('base64'),
      ...bank?.variables,
      ...variables,
    })
  bank?.notifyAt(processes)
  if (bank?.payers !== undefined) await operate(REGISTER_WEBHOOK)
  const answer = await fetch(`${processes[0]?.apiUrl}/v1/checkout/card-encryption-key`, {
    headers: { 'x-api-key': checkoutKey },
  })

  return {
    processes,
    databaseLines,
    receiverLine,
    observer,
    merchant,
    checkoutKey,
    cardKey: CardEncryptionKey.parse(await answer.json()),
    envelopeKey: deriveMasterKeys(masterKey).cardEnvelopes.publicKey,
    witnesses,
    bank,
    operate,
    healReceiver(healed) {
      isHealed = healed
    },
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
    async close() {
      for (const product of processes) await product.kill()
      await bank?.close()
      await observer.end()
      for (const line of [...databaseLines, receiverLine]) await line.close()
      await receiver[Symbol.asyncDispose]()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
