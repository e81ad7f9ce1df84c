import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { simulatorSecrets } from '#sandbox/simulation.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import { startOtlpReceiver } from '../../testing/otlp-receiver.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { freePort } from '../../testing/free-port.ts'
import { createProcesses, type Processes, type Variables } from './processes.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createSecretBook, type SecretBook } from './secrets.ts'

/** The product with every peer, and a record of everything that it sends them. */
export interface CanaryStage {
  book: SecretBook
  recorder: Recorder
  processes: Processes
  pool: Pool
  mail: MailServer
  /** The merchant's own server, which receives deliveries and redirected shoppers. */
  merchantOrigin: string
  urls: {
    api: string
    page: string
    fields: string
    private: string
    store: string
    dashboard: string
  }
  /** Environment of every process, under the first master key. */
  variables: Variables
  /** The same after `MASTER_KEY` was replaced. */
  laterVariables: Variables
  directories: { postgres: string; product: string }
  close(): Promise<void>
}

const SILENT = { info: () => undefined, warn: () => undefined }
/** SIGKILL loses nothing that the operating system has: fsync is not needed. */
const WITHOUT_DISK = { fsync: 'off' }
const KEY_BYTES = 32

export async function openCanaryStage(): Promise<CanaryStage> {
  const directory = await makeScratchDirectory()
  const product = join(directory, 'product')
  await mkdir(product, { mode: 0o711 })
  const recorder = createRecorder()
  const book = createSecretBook()
  const postgres = await startEmbeddedPostgres({
    dataDir: directory,
    log: SILENT,
    settings: WITHOUT_DISK,
  })
  const pool = new Pool({ connectionString: postgres.url, max: 2 })
  pool.on('error', () => undefined)
  const mailPassword = randomBytes(KEY_BYTES).toString('base64url')
  const collectorKey = randomBytes(KEY_BYTES).toString('base64url')
  const mail = await startMailServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'checkout' }),
  })
  const receiver = await startWebhookReceiver()
  receiver.answer = ({ path, headers, body }, response) => {
    const isNotification = path.startsWith('/hooks/')
    const request = `${path}\n${JSON.stringify(headers)}\n${body}`
    recorder.keep(isNotification ? 'notifications' : 'requests to merchants', `to ${path}`, request)
    if (isNotification) return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Norte</h1>')
  }

  const collector = await startOtlpReceiver((body) =>
    recorder.keep('traces', 'exported spans', body),
  )
  const ports = {
    API_PORT: await freePort(),
    CHECKOUT_PORT: await freePort(),
    FIELDS_PORT: await freePort(),
    STORE_PORT: await freePort(),
    PRIVATE_PORT: await freePort(),
    ADMIN_PORT: await freePort(),
  }
  const masterKey = addMasterKey(book, 'first')
  const laterMasterKey = addMasterKey(book, 'later')
  book.add('password of the database', 'password', new URL(postgres.url).password)
  book.add('password of the mail server', 'password', mailPassword)
  book.add('key of the collector', 'password', collectorKey)
  const variables = {
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATABASE_URL: postgres.url,
    DATA_DIR: product,
    MASTER_KEY: masterKey,
    SMTP_URL: `smtp://checkout:${mailPassword}@127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Norte <receipts@norte.example>',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${collectorKey}`,
    LOG_LEVEL: 'trace',
    REQUESTS_PER_SECOND: '10000',
  }
  const processes = createProcesses(directory, recorder)
  const at = (port: number) => `http://localhost:${port}`
  return {
    book,
    recorder,
    processes,
    pool,
    mail,
    merchantOrigin: new URL(receiver.url).origin,
    urls: {
      api: at(ports.API_PORT),
      page: at(ports.CHECKOUT_PORT),
      fields: at(ports.FIELDS_PORT),
      store: at(ports.STORE_PORT),
      dashboard: at(ports.ADMIN_PORT),
      private: `http://127.0.0.1:${ports.PRIVATE_PORT}`,
    },
    variables,
    laterVariables: { ...variables, MASTER_KEY: laterMasterKey, MASTER_KEY_PREVIOUS: masterKey },
    directories: { postgres: join(directory, 'postgres'), product },
    async close() {
      await processes.stop()
      await pool.end()
      await receiver[Symbol.asyncDispose]()
      await mail[Symbol.asyncDispose]()
      await collector[Symbol.asyncDispose]()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Adds a master key and the keys derived from it; returns it as `MASTER_KEY` takes it. */
function addMasterKey(book: SecretBook, which: string): string {
  const bytes = randomBytes(KEY_BYTES)
  const text = bytes.toString('base64')
  book.add(`${which} MASTER_KEY`, 'master key', text)
  book.add(`bytes of the ${which} MASTER_KEY`, 'master key', bytes)
  const { apiKeyHash, reference, audit, webhookSecrets } = deriveMasterKeys(bytes)
  for (const [purpose, key] of Object.entries({ apiKeyHash, reference, audit }))
    book.add(`${purpose} of the ${which} MASTER_KEY`, 'derived key', key.export())
  book.add(`webhookSecrets of the ${which} MASTER_KEY`, 'derived key', webhookSecrets)
  const { secret, notificationSecret } = simulatorSecrets(webhookSecrets)
  book.add(`${which} secret of the simulator`, 'processor secret', secret)
  book.add(
    `${which} secret of the simulator's notifications`,
    'processor secret',
    notificationSecret,
  )
  return text
}
