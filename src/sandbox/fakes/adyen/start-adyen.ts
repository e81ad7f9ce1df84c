import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { Fetch } from '#contract/fetch.ts'
import { openJournal } from '../shared/journal.ts'
import { closeServers, cutWhenLost, listen, runRepeatedly } from '../shared/serve.ts'
import { createAdyenFake, type AdyenFake } from './adyen-fake.ts'
import type { BadDays } from './bad-days.ts'
import { createControlApp } from './control-app.ts'
import { otherMerchant, testMerchant, type Merchant } from './merchants.ts'
import { createChallengeApp } from './page/challenge-app.ts'
import type { Webhook } from './records.ts'
import type { Variant } from './variant.ts'

export interface StartOptions {
  /** Ports of the API, the shoppers' page and the control (default: any free ones). */
  ports?: { api?: number; page?: number; control?: number }
  host?: string
  merchants?: readonly Merchant[]
  webhooks?: readonly Webhook[]
  badDays?: BadDays
  variant?: Partial<Variant>
  /** Sends webhooks (default: the platform's `fetch`). */
  notify?: Fetch
  /** The journal's file; without it the state is lost at the end. */
  journalPath?: string
  clock?: () => Date
  /** From 0 to 1, exclusive (default: the platform's). */
  random?: () => number
}

/** The fake in this process, for clients that reach it over the network. */
export interface RunningAdyen extends AdyenFake {
  /** `http://…/v72`. */
  apiUrl: string
  /** `http://…`: the origin of the page of challenges and of client keys. */
  shopperUrl: string
  /** `http://…`: the control by HTTP. */
  controlUrl: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'

export async function startAdyen(options: StartOptions = {}): Promise<RunningAdyen> {
  const { ports = {}, host = HOST, journalPath, badDays, variant, webhooks = [] } = options
  // The page's port is in the answers of the API, and its app needs the fake: so it listens before it can answer.
  let shoppers: Fetch = async () => new Response(null, { status: 503 })
  const page = createAdaptorServer({ fetch: (request: Request) => shoppers(request) })
  const shopperUrl = `http://${host}:${await listen(page, ports.page, host)}`
  const fake = createAdyenFake({
    merchants: options.merchants ?? [testMerchant(), otherMerchant()],
    clock: options.clock ?? (() => new Date()),
    random: options.random ?? Math.random,
    notify: options.notify ?? ((request) => fetch(request)),
    wait: (durationMs) => sleep(durationMs),
    hang: () => new Promise<never>(() => {}),
    shopperUrl,
    ...(badDays && { badDays }),
    ...(variant && { variant }),
    ...(journalPath !== undefined && { journal: openJournal(journalPath) }),
  })
  for (const webhook of webhooks) fake.control.putWebhook(webhook)
  const challenges = createChallengeApp(fake)
  shoppers = async (request) => challenges.fetch(request)

  const api = createAdaptorServer({
    fetch: (request: Request, { outgoing }: HttpBindings | Http2Bindings) =>
      cutWhenLost(fake.fetch, () => outgoing.destroy())(request),
  })
  const control = createAdaptorServer(createControlApp(fake.control))
  const apiPort = await listen(api, ports.api, host)
  const controlPort = await listen(control, ports.control, host)

  const working = new AbortController()
  const work = runRepeatedly(() => fake.runDue(), working.signal)
  return {
    ...fake,
    apiUrl: `http://${host}:${apiPort}/v72`,
    shopperUrl,
    controlUrl: `http://${host}:${controlPort}`,
    async close() {
      working.abort()
      closeServers([api, page, control])
      await work
    },
  }
}
