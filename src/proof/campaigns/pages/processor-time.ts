import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { z } from 'zod'

/** USER_HZ of Linux. */
const TICKS_PER_SECOND = 100
const FIELDS_AFTER_NAME = { parent: 1, user: 11, system: 12, endedUser: 13, endedSystem: 14 }

interface ProcessTimes {
  parent: number
  own: number
  /** Time of the children that have exited. */
  ended: number
}

/**
 * Processor time, in seconds, of PostgreSQL with all its processes. Undefined without `/proc`, and for PostgreSQL on
 * another machine.
 */
export async function postgresSeconds(postgres: Client): Promise<number | undefined> {
  const { rows } = await postgres.query('select pg_backend_pid() as pid')
  const { pid } = z.object({ pid: z.int() }).parse(rows[0])
  const server = (await timesOf(pid))?.parent
  if (server === undefined) return undefined
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(names.map(async (name) => [Number(name), await timesOf(name)]))
  let ticks = 0
  for (const [id, times] of all as [number, ProcessTimes | undefined][]) {
    if (id === server) ticks += (times?.own ?? 0) + (times?.ended ?? 0)
    else if (times?.parent === server) ticks += times.own
  }
  return ticks / TICKS_PER_SECOND
}

async function timesOf(pid: number | string): Promise<ProcessTimes | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The process name before them may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (name: keyof typeof FIELDS_AFTER_NAME) => Number(fields[FIELDS_AFTER_NAME[name]])
  return {
    parent: field('parent'),
    own: field('user') + field('system'),
    ended: field('endedUser') + field('endedSystem'),
  }
}
