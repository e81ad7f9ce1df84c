import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { simulatorSecrets } from '#sandbox/simulation.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import {
  openObserver,
  openScratchDirectory,
  startPostgresIn,
} from '../../testing/scratch-postgres.ts'
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

/** SIGKILL loses nothing that the operating system has: fsync is not needed. */
const WITHOUT_DISK = { fsync: 'off' }
const KEY_BYTES = 32

export async function openCanaryStage(): Promise<CanaryStage> {
  await using opening = new AsyncDisposableStack()
  const directory = await openScratchDirectory(opening)
  const product = join(directory, 'product')
  await mkdir(product, { mode: 0o711 })
  const recorder = createRecorder()
  const book = createSecretBook()
  const databaseUrl = await startPostgresIn(opening, directory, WITHOUT_DISK)
  const pool = openObserver(opening, databaseUrl)
  const mailPassword = randomBytes(KEY_BYTES).toString('base64url')
  const collectorKey = randomBytes(KEY_BYTES).toString('base64url')
  const mail = opening.use(
    await startMailServer({
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(null, { user: 'checkout' }),
    }),
  )
  const receiver = opening.use(await startWebhookReceiver())
  receiver.answer = ({ path, headers, body }, response) => {
    const isNotification = path.startsWith('/hooks/')
    const request = `${path}\n${JSON.stringify(headers)}\n${body}`
    recorder.keep(isNotification ? 'notifications' : 'requests to merchants', `to ${path}`, request)
    if (isNotification) return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Norte</h1>')
  }

  const collector = opening.use(
    await startOtlpReceiver((body) => recorder.keep('traces', 'exported spans', body)),
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
  book.add('password of the database', 'password', new URL(databaseUrl).password)
  book.add('password of the mail server', 'password', mailPassword)
  book.add('key of the collector', 'password', collectorKey)
  const variables = {
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATABASE_URL: databaseUrl,
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
  opening.defer(() => processes.stop())
  const opened = opening.move()
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
    close: () => opened.disposeAsync(),
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
