import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { LOOPBACK } from './free-port.ts'
import type { GuardianOrder } from './guardian.ts'
import { processOptions, type Home } from './home.ts'
import { runningPostmaster } from './postmaster.ts'

const GUARDIAN = fileURLToPath(new URL('./guardian.ts', import.meta.url))
const LOG_BYTES_MAX = 10 * 1024 * 1024
const LOG_LINES_SHOWN = 12
const READY_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 5

/** Overrides of postgresql.conf, for instance `{ fsync: 'off' }` for disposable data. */
export type Settings = Readonly<Record<string, string>>

/** Starts a guardian with PostgreSQL on the port; resolves once it accepts connections. */
export async function launch(
  home: Home,
  binaries: string,
  port: number,
  settings: Settings,
): Promise<ChildProcess> {
  const order: GuardianOrder = {
    command: join(binaries, 'bin', 'postgres'),
    args: ['-D', home.cluster, ...postgresArguments({ ...settings, port: String(port) })],
    options: processOptions(home),
  }
  const guardian = spawnGuardian(home, order)
  try {
    await untilReady(home, guardian, port)
    return guardian
  } catch (error) {
    guardian.stdin?.destroy()
    throw error
  }
}

function postgresArguments(settings: Settings): string[] {
  const all: Settings = {
    listen_addresses: LOOPBACK,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Error details quote row values, which may be personal data.
    log_error_verbosity: 'terse',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function spawnGuardian(home: Home, order: GuardianOrder): ChildProcess {
  const log = openLog(home)
  try {
    const guardian = spawn(
      process.execPath,
      [GUARDIAN, String(process.pid), JSON.stringify(order)],
      {
        // Its own process group: Ctrl-C in the terminal must not stop PostgreSQL before the application.
        detached: true,
        cwd: home.directory,
        env: {},
        stdio: ['pipe', log, log],
      },
    )
    guardian.on('error', () => undefined)
    guardian.unref()
    return guardian
  } finally {
    closeSync(log)
  }
}

function openLog({ logFile, user }: Home): number {
  const log = openSync(logFile, 'a', 0o600)
  if (fstatSync(log).size > LOG_BYTES_MAX) ftruncateSync(log)
  if (user !== undefined) fchownSync(log, user.uid, user.gid)
  return log
}

function logTail({ logFile }: Home): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n')
}

async function untilReady(home: Home, guardian: ChildProcess, port: number): Promise<void> {
  for (let waitedMs = 0; waitedMs <= READY_TIMEOUT_MS; waitedMs += POLL_INTERVAL_MS) {
    if (hasEnded(guardian)) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start:\n${logTail(home)}`)
    }
    const postmaster = runningPostmaster(home.cluster)
    if (postmaster?.ready === true && postmaster.port === port) return
    await sleep(POLL_INTERVAL_MS)
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL was not ready after ${READY_TIMEOUT_MS / 1_000} s:\n${logTail(home)}`,
  )
}

export function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}
