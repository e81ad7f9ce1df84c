import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `getconf CLK_TCK`: the same on Linux whatever its configuration. */
const TICKS_PER_SECOND = 100

interface ProcessTimes {
  parent: number
  ticks: number
  /** Ticks of children that have ended. */
  childTicks: number
}

/** Processor time, in milliseconds, of the server of a data directory and all its backends so far. Linux only. */
export async function postgresCpuMs(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split(
    '\n',
  )
  const server = Number(pid)
  let ticks = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const times = await timesOf(name)
    if (Number(name) === server) ticks += (times?.ticks ?? 0) + (times?.childTicks ?? 0)
    else if (times?.parent === server) ticks += times.ticks
  }
  return (ticks * 1000) / TICKS_PER_SECOND
}

/** The times of a process; undefined if it has ended meanwhile. */
async function timesOf(pid: string): Promise<ProcessTimes | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The second field is a name in parentheses, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [, parent = 0, , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] =
    fields.map(Number)
  return { parent, ticks: user + system, childTicks: childUser + childSystem }
}
