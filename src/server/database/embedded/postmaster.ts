import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '../engine/log.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Home } from './home.ts'
import { commandLine, isAlive, parentPid } from './process-table.ts'

/** PostgreSQL's main process, as read from `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** Longer than a guardian waits until it ends a server that does not stop. */
const STOP_TIMEOUT_MS = 70_000
const POLL_INTERVAL_MS = 10

/** The running postmaster of this cluster. A process that reuses its pid does not count. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster)
  const pid = Number(lines[0])
  if (!`${commandLine(pid) ?? ''} `.includes(` -D ${cluster} `)) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Ensures that no server runs on the cluster: throws `EmbeddedPostgresError` when another process owns one, waits for
 * one that its guardian is stopping, and stops one that lost its guardian.
 */
export async function takeOver({ directory, cluster }: Home, log: Log): Promise<void> {
  const pid = runningPostmaster(cluster)?.pid
  if (pid !== undefined) {
    const owner = ownerOf(pid)
    if (owner === undefined) {
      log.warn(`PostgreSQL (process ${pid}) was left running without an owner; stopping it.`)
      process.kill(pid, 'SIGINT')
    } else if (isAlive(owner)) {
      throw new EmbeddedPostgresError(
        `The database in ${directory} is already in use by process ${owner}. ` +
          'Stop that process, or choose another DATA_DIR for this one.',
      )
    }
    for (let waitedMs = 0; commandLine(pid) !== undefined; waitedMs += POLL_INTERVAL_MS) {
      if (waitedMs > STOP_TIMEOUT_MS)
        throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop.`)
      await sleep(POLL_INTERVAL_MS)
    }
  }
  removeStalePidFile(cluster)
}

/**
 * The application whose guardian runs this postmaster; undefined when there is no guardian. The process table tells,
 * since a pid file may be stale.
 */
function ownerOf(postmasterPid: number): number | undefined {
  const guardian = parentPid(postmasterPid)
  const line = guardian === undefined ? undefined : commandLine(guardian)
  const owner = /guardian\.ts (\d+) /.exec(line ?? '')?.[1]
  return owner === undefined ? undefined : Number(owner)
}

/**
 * PostgreSQL refuses to start while any process has the pid in the file. After a crash of the machine, or
 * in a restarted container, an unrelated process often has it.
 */
function removeStalePidFile(cluster: string): void {
  const program = commandLine(Number(readPidFile(cluster)[0]))
  if (program !== undefined && !program.includes('postgres'))
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** The lines of the file; none when it does not exist. */
function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}
