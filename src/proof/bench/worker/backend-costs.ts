import { readFileSync } from 'node:fs'

import { statement, type Queryable } from '#server/database/database.ts'

const CLOCK_TICKS_PER_SECOND = 100
/** Fields of `/proc/<pid>/stat` after the name of the process: user and system time. */
const [USER_TIME, SYSTEM_TIME] = [11, 12]

const BACKENDS = statement(
  'bench: backends',
  `select pid from pg_stat_activity where datname = current_database() and application_name = 'hosted-checkout'`,
)

/** Adds up the processor time of PostgreSQL's backends, except those of the bench's own connections. Linux only. */
export function watchBackends(database: Queryable) {
  const microsecondsOf = new Map<number, number>()
  return {
    /** Reads the times again; returns the sum in microseconds. Time that a connection used after the last look is not counted. */
    async look(): Promise<number> {
      for (const { pid } of await database.query<{ pid: number }>(BACKENDS, []))
        microsecondsOf.set(pid, cpuMicroseconds(pid) ?? microsecondsOf.get(pid) ?? 0)
      return [...microsecondsOf.values()].reduce((sum, each) => sum + each, 0)
    },
  }
}

function cpuMicroseconds(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])
    return (ticks * 1_000_000) / CLOCK_TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
