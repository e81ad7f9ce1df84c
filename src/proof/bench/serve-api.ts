// The API in its own process, composed as `checkout serve` does.
import { listenHttp } from '#server/process/listen-http.ts'
import { createLog } from '#server/process/log.ts'
import { openConfiguredDatabase } from '#cli/compose/open-database.ts'
import { openService } from '#cli/compose/open-service.ts'
import { openTraces } from '#cli/compose/open-traces.ts'
import { loadConfig } from '#cli/load-config.ts'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { serveUntilDisconnect } from './stage/server-process.ts'

const config = loadConfig(process)
const log = createLog(config.logLevel)
const database = await openConfiguredDatabase(config, { log, role: 'server' })
const metrics = createMetrics()
const traces = await openTraces(config, { log, metrics })
const tracer = traces?.tracer
const own = { log, servesApi: true, metrics, tracer }
const { fetch, admission, liveness } = await openService(config, database, own)
await listenHttp({
  fetch,
  admission,
  liveness,
  port: Number(process.env['PORT']),
  host: LOOPBACK,
  name: 'API',
})
serveUntilDisconnect()
