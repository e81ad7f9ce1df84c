import { DATABASE_TIMEOUT_MS, shortWaitMs } from './connection-options.ts'
import { readDatabaseUrl } from './database-url.ts'
import { probeBy } from './writer-client.ts'
import { createWriterHosts } from './writer-hosts.ts'

/** The URL of the one host that takes writes at the moment, for programs that stay with it; a URL of one host as it is. */
export async function writerUrl(url: string): Promise<string> {
  const read = readDatabaseUrl(url)
  if (!read.ok || read.urls.length === 1) return url
  const waitMs = shortWaitMs(DATABASE_TIMEOUT_MS)
  const probe = probeBy({ connectionTimeoutMillis: waitMs, query_timeout: waitMs })
  return createWriterHosts(read.urls, probe).writer()
}
