import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_INTERVAL_MS = 10

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The arguments of a process joined by spaces; undefined when there is no such process. */
export function commandLine(pid: number): string | undefined {
  try {
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    // A zombie has an empty command line: it is gone, only its parent has not asked yet.
    return line.trim() || undefined
  } catch {
    return undefined
  }
}

/** Resolves to whether the process ended in time. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= timeoutMs; waitedMs += POLL_INTERVAL_MS) {
    if (commandLine(pid) === undefined) return true
    await sleep(POLL_INTERVAL_MS)
  }
  return false
}
