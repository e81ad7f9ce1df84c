// API and worker in one process, composed as `checkout serve` does. It counts the statements.
import { listenHttp } from '#server/process/listen-http.ts'
import { createLog } from '#server/process/log.ts'
import { openConfiguredDatabase } from '#cli/compose/open-database.ts'
import { openService } from '#cli/compose/open-service.ts'
import { startBackground } from '#cli/compose/start-background.ts'
import { loadConfig } from '#cli/load-config.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { serveUntilDisconnect } from '../stage/server-process.ts'
import { countByName } from './count-statements.ts'

const config = loadConfig(process)
const log = createLog(config.logLevel)
const { around, counts } = countByName()
const opened = await openConfiguredDatabase(config, { log, role: 'server', around })
const service = await openService(config, opened, { log, servesApi: true })
startBackground(service)
const { fetch } = service
await listenHttp({ fetch, port: Number(process.env['PORT']), host: LOOPBACK, name: 'API' })
serveUntilDisconnect(() => counts)
