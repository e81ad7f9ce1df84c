import { fileURLToPath } from 'node:url'

import { commandLine, parentPid } from './process-table.ts'
import type { ProcessOptions } from './process-options.ts'

export interface GuardianOrder {
  command: string
  args: string[]
  options: ProcessOptions
}

export interface Guardian {
  pid: number
  /** The application that started PostgreSQL. */
  ownerPid: number
}

const PROGRAM = fileURLToPath(new URL('./guardian.ts', import.meta.url))

export function guardianArguments(order: GuardianOrder): string[] {
  return [PROGRAM, String(process.pid), JSON.stringify(order)]
}

/** The guardian of a postmaster, from the process table: unlike a pid file, it is never stale. */
export function guardianOf(postmasterPid: number): Guardian | undefined {
  const pid = parentPid(postmasterPid)
  const line = pid === undefined ? undefined : commandLine(pid)
  const ownerPid = line === undefined ? undefined : /guardian\.ts (\d+) /.exec(line)?.[1]
  if (pid === undefined || ownerPid === undefined) return undefined
  return { pid, ownerPid: Number(ownerPid) }
}
