import type { Log } from '../log.ts'
import { locateBinaries } from './binaries.ts'
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
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const installed = locateBinaries()
  const home = openHome(dataDir, log)
  const binaries = reachableBinaries(installed, home.user, log)
  initializeCluster(home, binaries, settings['fsync'] !== 'off')
  checkMajorVersion(home, installed.major)
  const { port, replacedOrphan, stop } = await supervise(home, { binaries, settings }, log)
  return { url: connectionUrl(home, port), replacedOrphan, stop }
}
