import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'

/** USER_HZ of Linux, whatever its configuration. */
const TICKS_PER_SECOND = 100
const FIELDS_AFTER_NAME = { parent: 1, user: 11, system: 12, endedUser: 13, endedSystem: 14 }

/** Processor time of a process, in seconds. */
export interface ProcessTimes {
  parent: number
  own: number
  /** Time of the children that have exited. */
  ended: number
}

/** Connection by which the server's process is found. */
interface Asking {
  query(text: string): Promise<{ rows: unknown[] }>
}

/**
 * Processor time, in seconds, of PostgreSQL with all its processes. Undefined without `/proc`, and for PostgreSQL on
 * another machine.
 */
export async function postgresSeconds(postgres: Asking): Promise<number | undefined> {
  const { rows } = await postgres.query('select pg_backend_pid() as pid')
  const { pid } = z.object({ pid: z.int() }).parse(rows[0])
  const server = (await timesOf(pid))?.parent
  if (server === undefined) return undefined
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(names.map(async (name) => [Number(name), await timesOf(name)]))
  let seconds = 0
  for (const [id, times] of all as [number, ProcessTimes | undefined][]) {
    if (id === server) seconds += (times?.own ?? 0) + (times?.ended ?? 0)
    else if (times?.parent === server) seconds += times.own
  }
  return seconds
}

/** The times of a process; undefined if it has ended, and without `/proc`. */
export async function timesOf(pid: number | string): Promise<ProcessTimes | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The process name before them may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (name: keyof typeof FIELDS_AFTER_NAME) => Number(fields[FIELDS_AFTER_NAME[name]])
  return {
    parent: field('parent'),
    own: (field('user') + field('system')) / TICKS_PER_SECOND,
    ended: (field('endedUser') + field('endedSystem')) / TICKS_PER_SECOND,
  }
}
