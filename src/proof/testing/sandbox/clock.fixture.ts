import { Clock, type SetClock } from '#contract/sandbox-clock.ts'
import { Event, EventList } from '#contract/event.ts'
import type { TestApi, TestMerchant } from '../api.ts'
import { API_URL } from '../api-url.ts'
import { createApi } from '#server/api/api.ts'
import { HANDLERS } from '#server/api/handlers.ts'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { openSessionWatch } from '#server/service/watch/session-watch.ts'
import { openMerchantClocks } from '#sandbox/clock/merchant-clocks.ts'
import { createSandboxHandlers } from '#sandbox/handlers.ts'
import type { SandboxContext } from '#sandbox/sandbox-context.ts'

export const PATH = '/v1/sandbox/clock'

export async function setClock(merchant: TestMerchant, change: SetClock): Promise<Clock> {
  return (await merchant.post(PATH, change)).as(Clock)
}

export async function readClock(merchant: TestMerchant): Promise<Clock> {
  return (await merchant.get(PATH)).as(Clock)
}

/** Seconds between two timestamps. */
export function secondsBetween(from: string, to: string | undefined): number {
  return (Date.parse(to ?? '') - Date.parse(from)) / 1000
}

/** The only delivery of the event of this type, with its attempts. */
export async function deliveryOf(merchant: TestMerchant, type: string) {
  const { data } = (await merchant.get(`/v1/events?type=${type}`)).as(EventList)
  const [event] = data
  if (event === undefined) throw new Error(`there is no event ${type}`)
  const [delivery] = (await merchant.get(`/v1/events/${event.id}`)).as(Event).deliveries
  if (delivery === undefined) throw new Error(`${type} has no delivery`)
  return delivery
}

/** Another process of the same API: the same database, its own state of the clocks. */
export async function startSecondProcess(api: TestApi) {
  const { context } = api
  const watch = await openSessionWatch(api.database)
  const clocks = await openMerchantClocks(api.database, context.wallClock, {
    onChange: (merchantId) => watch.wakeMerchant(merchantId),
    onError: (error) => context.log.error(error),
  })
  const sandbox = { ...api.sandbox, clocks }
  const second: SandboxContext = { ...context, watch, time: clocks, sandbox }
  const app = createApi(second, {
    apiUrl: API_URL,
    handlers: { ...HANDLERS, ...createSandboxHandlers(sandbox) },
    metrics: createMetrics(),
    requestsPerSecond: 1000,
  })
  return {
    context: second,
    fetch: (request: Request) => app.fetch(request),
    async close() {
      await clocks.close()
      await watch.close()
    },
  }
}
