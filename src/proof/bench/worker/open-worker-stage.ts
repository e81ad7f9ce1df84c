import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { CheckoutClient } from '#client/index.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { addWebhookSecret } from '#server/database/merchants/webhook-secrets.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { newSessionBody } from '../session-body.ts'
import { startChild, type Child } from '../stage/child-process.ts'
import { openShop, type Shop } from '../stage/open-shop.ts'
import { profileOptions, startServerProcess, type ServerProcess } from '../stage/server-process.ts'
import type { Tree } from '../stage/tree.ts'
import { keepTemplate, type Template } from './fill-worker.ts'
import type { Order, ProcessCosts } from './serve-worker.ts'

/** A tree's process with the background work and one with a merchant's receiver, over the database that the bench fills. */
export interface WorkerStage {
  worker: Child<Order, ProcessCosts>
  receiver: ServerProcess
  shop: Shop
  /** The bench's own connection. */
  database: Client
  merchantIds: readonly string[]
  template: Template
}

const SILENT = { info: () => undefined, warn: () => undefined }

export async function openWorkerStage(
  opening: AsyncDisposableStack,
  tree: Tree,
  {
    merchants,
    profile,
    settings = {},
  }: {
    merchants: number
    profile?: string | undefined
    settings?: Record<string, string>
  },
): Promise<WorkerStage> {
  const module = tree.module('bench:worker', 'serve-worker.ts')
  const shop = await openShop(opening, tree, { settings })
  const database = await shop.connect(opening)
  const template = await makeTemplate(tree, shop, database)
  const merchantIds = await makeMerchants(shop, database, merchants)
  const receiver = await startServerProcess(new URL('serve-receiver.ts', import.meta.url), {})
  opening.defer(() => receiver.stop())
  const variables = { ...shop.variables, ALLOW_LOOPBACK_CALLBACKS: 'true' }
  const worker = await startChild<Order, ProcessCosts>(module, variables, profileOptions(profile))
  opening.defer(() => worker.stop())
  return { worker, receiver, shop, database, merchantIds, template }
}

/** Makes a session by the tree's API, and has it paid in the sandbox, which makes the event. */
async function makeTemplate(
  tree: Tree,
  { apiKey, merchantId, variables }: Shop,
  database: Client,
): Promise<Template> {
  const api = await startServerProcess(tree.module('bench', 'serve-api.ts'), variables)
  try {
    const baseUrl = api.origin
    const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl })
    const { id } = await client.sessions.create(newSessionBody(merchantId))
    await keepTemplate(database)
    await client.sandbox.simulate(id, { outcome: 'pay' })
    const { rows } = await database.query<{ body: string }>(
      `select body from events where session_id = $1 and type = 'payment.succeeded'`,
      [id],
    )
    const [event] = rows
    if (event === undefined) throw new Error('the payment has no event')
    return { sessionId: id, body: event.body }
  } finally {
    await api.stop()
  }
}

const COPY = `
  insert into merchants
  select (jsonb_populate_record(m, jsonb_build_object('id', $2::text))).* from merchants m where id = $1`

/** Copies of the first merchant, each with a webhook secret; a command for each would take minutes. */
async function makeMerchants(
  { databaseUrl, masterKey, merchantId }: Shop,
  database: Client,
  count: number,
): Promise<string[]> {
  const key = deriveMasterKeys(masterKey).webhookSecrets
  const writing = openDatabase({ url: databaseUrl, log: SILENT })
  try {
    const ids = [merchantId]
    while (ids.length < count) {
      const copyId = randomUUID()
      await database.query(COPY, [merchantId, copyId])
      const secret = `whsec_${Buffer.from(copyId).toString('base64')}`
      const added = { id: randomUUID(), merchantId: copyId, secret, key, now: new Date() }
      await addWebhookSecret(writing, added)
      ids.push(copyId)
    }
    return ids
  } finally {
    await writing.close()
  }
}
