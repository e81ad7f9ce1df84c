import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { commandLine, waitUntilGone } from './process-table.ts'

/** PostgreSQL's main process, as read from `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

const FAST_STOP_TIMEOUT_MS = 60_000
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000

const PID_LINE = 0
const PORT_LINE = 3
const STATUS_LINE = 7

/** The running postmaster of this cluster. A process that reuses its pid does not count. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster)
  const pid = Number(lines?.[PID_LINE])
  if (lines === undefined || !Number.isInteger(pid) || !servesCluster(pid, cluster))
    return undefined
  const ready = lines[STATUS_LINE]?.trim() === 'ready'
  return { pid, port: Number(lines[PORT_LINE]), ready }
}

/**
 * PostgreSQL refuses to start while any process has the pid in the file. After a crash of the machine, or
 * in a restarted container, an unrelated process often has it.
 */
export function removeStalePidFile(cluster: string): void {
  const pid = Number(readPidFile(cluster)?.[PID_LINE])
  if (!Number.isInteger(pid)) return
  const program = commandLine(pid)
  if (program !== undefined && !program.includes('postgres')) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
  }
}

/** Stops an orphaned postmaster by fast shutdown: it disconnects clients and flushes data. */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  process.kill(pid, 'SIGINT')
  if (await waitUntilGone(pid, FAST_STOP_TIMEOUT_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (await waitUntilGone(pid, IMMEDIATE_STOP_TIMEOUT_MS)) return
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop.`)
}

function servesCluster(pid: number, cluster: string): boolean {
  const line = commandLine(pid)
  return line !== undefined && `${line} `.includes(` -D ${cluster} `)
}

function readPidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}
