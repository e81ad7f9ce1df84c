import type { Client } from 'pg'
import { timesOf } from '../../testing/processor-time.ts'
import { NOT_COUNTED } from '../stage/meter.ts'

const BACKENDS = `
  select ${NOT_COUNTED} pid from pg_stat_activity
  where datname = current_database() and application_name = 'hosted-checkout'`

/** Adds up the processor time of PostgreSQL's backends, except those of the bench's own connections. Linux only. */
export function watchBackends(database: Client) {
  const secondsOf = new Map<number, number>()
  return {
    /** Reads the times again; returns the sum in microseconds. Time that a connection used after the last look is not counted. */
    async look(): Promise<number> {
      const { rows } = await database.query<{ pid: number }>(BACKENDS)
      for (const { pid } of rows)
        secondsOf.set(pid, (await timesOf(pid))?.own ?? secondsOf.get(pid) ?? 0)
      return [...secondsOf.values()].reduce((sum, each) => sum + each, 0) * 1_000_000
    },
  }
}
