import type { Log } from '../log.ts'
import { locateBinaries, type Binaries } from './binaries.ts'
import { connectionUrl } from './connection-url.ts'
import { openHome } from './home.ts'
import { checkMajorVersion, initializeCluster } from './initialize-cluster.ts'
import type { Settings } from './launch.ts'
import { reachableBinaries } from './reachable-binaries.ts'
import { supervise } from './supervise.ts'

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: Log
  settings?: Settings
  /** Default: those that npm installed with the project. */
  binaries?: Binaries
}

export interface EmbeddedPostgres {
  url: string
  /** Whether an orphaned server was stopped first. */
  replacedOrphan: boolean
  stop: () => Promise<void>
}

/**
 * Runs PostgreSQL on `dataDir/postgres` while this process lives. The URL stays the same until `stop`,
 * also when PostgreSQL crashes and is restarted. Throws `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  binaries: installed = locateBinaries(),
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = openHome(dataDir, log)
  const binaries = reachableBinaries(installed, home.user, log)
  const { major } = installed
  initializeCluster(home, binaries, { major, durable: settings['fsync'] !== 'off' })
  checkMajorVersion(home, major)
  const { port, replacedOrphan, stop } = await supervise(home, { binaries, settings }, log)
  return { url: connectionUrl(home, port), replacedOrphan, stop }
}
