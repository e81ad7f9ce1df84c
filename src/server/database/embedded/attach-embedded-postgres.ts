import { connectionUrl } from './connection-url.ts'
import { findHome } from './home.ts'
import { runningPostmaster } from './postmaster.ts'

/** Connection URL of the server that another process runs on `dataDir`; undefined when none does. */
export function attachEmbeddedPostgres({
  dataDir,
}: {
  dataDir: string
}): { url: string } | undefined {
  const home = findHome(dataDir)
  if (home === undefined) return undefined
  const postmaster = runningPostmaster(home.cluster)
  return postmaster?.ready === true ? { url: connectionUrl(home, postmaster.port) } : undefined
}
