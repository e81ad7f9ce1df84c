import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Arguments of a process, joined by spaces; undefined when it does not exist. */
export function commandLine(pid: number): string | undefined {
  return readOrUndefined(() =>
    process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : ps('args=', pid),
  )
}

export function parentPid(pid: number): number | undefined {
  const parent = readOrUndefined(() =>
    process.platform === 'linux'
      ? /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : ps('ppid=', pid),
  )
  return parent === undefined ? undefined : Number(parent)
}

/** Empty counts as absent: a zombie process has no command line. */
function readOrUndefined(read: () => string | undefined): string | undefined {
  try {
    return read()?.trim() || undefined
  } catch {
    return undefined
  }
}

function ps(column: string, pid: number): string {
  return execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
