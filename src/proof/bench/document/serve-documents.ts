// The page's backend and the API in one process, composed as `checkout serve` does, with routes that measure parts.
import { openBff } from '#cli/compose/open-bff.ts'
import { openCheckoutClient } from '#cli/compose/checkout-client.ts'
import { openConfiguredDatabase } from '#cli/compose/open-database.ts'
import { openService } from '#cli/compose/open-service.ts'
import { loadConfig } from '#cli/load-config.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { listenHttp } from '#server/process/listen-http.ts'
import { createLog } from '#server/process/log.ts'
import { serveUntilDisconnect } from '../stage/server-process.ts'
import { MEASURE_PATH, ShownSessions } from './measured-parts.ts'

const config = loadConfig(process)
const log = createLog(config.logLevel)
const database = await openConfiguredDatabase(config, { log, role: 'server' })
const service = await openService(config, database, { log, servesApi: true })
const { fetch: api, concurrencyLimit } = service
if (api === undefined) throw new Error('the service has no API')
const bff = await openBff(config, { api, concurrencyLimit, log, metrics: createMetrics() })
const client = openCheckoutClient(config, api)

/** The parts of the work for a page, each of which runs in this process. */
const PARTS = {
  read: (reference: string) => client.checkout.read(reference),
  page: async (reference: string, acceptEncoding: string) => {
    const headers = { 'accept-encoding': acceptEncoding }
    const url = new URL(`/c/${reference}`, config.checkoutUrl)
    const response = await bff.fetch(new Request(url, { headers }))
    if (response.status !== 200) throw new Error(`the page is ${response.status}`)
    await response.arrayBuffer()
  },
}

async function measure(request: Request): Promise<Response> {
  const { part, references, acceptEncoding } = ShownSessions.parse(await request.json())
  const before = process.cpuUsage()
  for (const reference of references) await PARTS[part](reference, acceptEncoding)
  const { user, system } = process.cpuUsage(before)
  return Response.json((user + system) / references.length)
}

await listenHttp({
  fetch: (request, client) => {
    const { pathname } = new URL(request.url)
    if (pathname === MEASURE_PATH) return measure(request)
    return pathname.startsWith('/v1/') ? api(request, client) : bff.fetch(request, client)
  },
  port: Number(process.env['PORT']),
  host: LOOPBACK,
  name: 'pages',
})
serveUntilDisconnect()
