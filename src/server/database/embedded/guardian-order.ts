import { fileURLToPath } from 'node:url'

import { commandLine, parentPid } from './process-table.ts'
import type { ProcessOptions } from './process-options.ts'

/** What a guardian is told to run. */
export interface GuardianOrder {
  command: string
  args: string[]
  options: ProcessOptions
}

export interface Guardian {
  pid: number
  /** The process for which PostgreSQL runs. */
  ownerPid: number
}

const PROGRAM = fileURLToPath(new URL('./guardian.ts', import.meta.url))

export function guardianArguments(order: GuardianOrder): string[] {
  return [PROGRAM, String(process.pid), JSON.stringify(order)]
}

/** Who guards a postmaster, read off the process table: unlike a file, it is never out of date. */
export function guardianOf(postmasterPid: number): Guardian | undefined {
  const pid = parentPid(postmasterPid)
  const line = pid === undefined ? undefined : commandLine(pid)
  const ownerPid = line === undefined ? undefined : /guardian\.ts (\d+) /.exec(line)?.[1]
  if (pid === undefined || ownerPid === undefined) return undefined
  return { pid, ownerPid: Number(ownerPid) }
}
