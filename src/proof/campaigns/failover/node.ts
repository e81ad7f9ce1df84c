import { execFileSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { changeOwner } from '#cli/operator/backup/change-owner.ts'
import { copyRunningCluster } from '#server/database/backup/copy-cluster.ts'
import { locateBinaries, reachableBinaries } from '#server/database/embedded/binaries.ts'
import { connectionUrl, openHome, type Home } from '#server/database/embedded/home.ts'
import { freePort } from '../../testing/free-port.ts'
import { initializeCluster } from '#server/database/embedded/initialize-cluster.ts'
import { hasEnded, launch } from '#server/database/embedded/launch.ts'
import { runningPostmaster } from '#server/database/embedded/postmaster.ts'

/** One PostgreSQL server, which is not restarted after it was killed. */
export interface Node {
  home: Home
  port: number
  url: string
  guardian: ChildProcess
}

const SILENT = { info: () => undefined, warn: () => undefined }
const SETTINGS = { fsync: 'off', wal_keep_size: '1GB', hot_standby: 'on' }
/** The standby's `application_name`. */
export const STANDBY = 'standby'

export async function startPrimary(dataDir: string): Promise<Node> {
  const home = openHome(dataDir, SILENT)
  const { major } = locateBinaries()
  initializeCluster(home, binariesFor(home), { major, durable: false })
  return startNode(home, {})
}

/** Takes a base backup of the running primary, and starts a standby that streams over the line. */
export async function startStandby(
  dataDir: string,
  primary: Node,
  linePort: number,
): Promise<Node> {
  const home = openHome(dataDir, SILENT)
  rmSync(home.cluster, { recursive: true, force: true })
  await withClient(primary.url, (client) =>
    copyRunningCluster(client, primary.home.cluster, home.cluster),
  )
  copyFileSync(primary.home.passwordFile, home.passwordFile)
  writeFileSync(join(home.cluster, 'standby.signal'), '')
  changeOwner(home.user, home.directory)
  const { username, password } = new URL(primary.url)
  return startNode(home, {
    primary_conninfo: `host=127.0.0.1 port=${linePort} user=${username} password=${password} application_name=${STANDBY}`,
  })
}

async function startNode(home: Home, settings: Record<string, string>): Promise<Node> {
  const port = await freePort()
  const guardian = await launch(home, binariesFor(home), port, { ...SETTINGS, ...settings })
  return { home, port, url: connectionUrl(home, port), guardian }
}

function binariesFor({ user }: Home): string {
  return reachableBinaries(locateBinaries(), user, SILENT)
}

/** Loss of the machine: kills every process of the server at once, and deletes its disk. */
export async function destroy({ home, guardian }: Node): Promise<void> {
  const postmaster = runningPostmaster(home.cluster)
  const ended = hasEnded(guardian) ? undefined : once(guardian, 'exit')
  if (postmaster !== undefined)
    for (const pid of [...childrenOf(postmaster.pid), postmaster.pid]) kill(pid)
  await ended
  rmSync(home.cluster, { recursive: true, force: true })
}

export async function stop({ guardian }: Node): Promise<void> {
  if (hasEnded(guardian)) return
  const ended = once(guardian, 'exit')
  guardian.ref()
  guardian.stdin?.destroy()
  await ended
}

function childrenOf(parent: number): number[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself in between.
  }
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
