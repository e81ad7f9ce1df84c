// A process that owns an embedded server until it is killed.
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined }
const { url } = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
process.stdout.write(`${url}\n`)
setInterval(() => undefined, 60_000)
