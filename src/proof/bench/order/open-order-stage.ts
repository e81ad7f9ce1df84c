import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { postgresSeconds } from '../../testing/processor-time.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { NOT_COUNTED } from '../stage/meter.ts'
import { issueCheckoutKey, openShop, type Shop as ServedShop } from '../stage/open-shop.ts'
import { startServerProcess } from '../stage/server-process.ts'
import type { Tree } from '../stage/tree.ts'
import type { Shop } from './place-order.ts'

export interface OrderStage {
  shop: Shop
  served: ServedShop
  /** Resolves once every notification was delivered and its delivery is finished. */
  delivered(): Promise<void>
  measure(): Promise<Totals>
}

/** Totals since the start. */
export interface Totals {
  nodeMs: number
  postgresMs: number
  statements: Record<string, number>
  notifications: number
}

const POLL_MS = 250
const PENDING = `select ${NOT_COUNTED} count(*)::int as pending from deliveries where status = 'pending'`

/** Starts PostgreSQL, a tree's process with API and worker, and, in this process, a merchant's server that takes notifications. */
export async function openOrderStage(
  opening: AsyncDisposableStack,
  tree: Tree,
  settings: Record<string, string> = {},
): Promise<OrderStage> {
  const module = tree.module('bench:order', 'serve-orders.ts')
  const processor = tree.module('bench:order', 'instant-processor.ts')
  const receiver = opening.use(await startWebhookReceiver())
  const served = await openShop(opening, tree, { callbackUrl: receiver.url, settings })
  const { merchantId, apiKey, variables, observer } = served
  const pageKey = await issueCheckoutKey(tree, served)
  const database = await served.connect(opening)
  const server = await startServerProcess(module, {
    ...variables,
    PROCESSOR: fileURLToPath(processor),
  })
  opening.defer(() => server.stop())
  return {
    shop: { origin: server.origin, merchantId, apiKey, pageKey },
    served,
    async delivered() {
      const pending = async () =>
        (await database.query<{ pending: number }>(PENDING)).rows[0]?.pending ?? 0
      while ((await pending()) > 0) await sleep(POLL_MS)
    },
    measure: async () => ({
      nodeMs: await server.cpuMs(),
      postgresMs: ((await postgresSeconds(observer)) ?? Number.NaN) * 1000,
      statements: await server.counts(),
      notifications: receiver.received.length,
    }),
  }
}
