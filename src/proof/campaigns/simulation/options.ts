import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import {
  commonFlags,
  readCommon,
  readMinutes,
  SCHEDULES_MAX,
  wholeNumber,
  type CampaignOptions,
} from '../options.ts'

export interface SimulationOptions extends CampaignOptions {
  /** Ends the campaign before its schedules have run. */
  minutes: number | undefined
}

const SCHEDULES = 1000
/** While one waits for PostgreSQL, another computes. */
const JOBS = 2 * availableParallelism()

export const SIMULATION_HELP = `Runs the rules of the product in this process, over real PostgreSQL, with clock, chance and network in the hands of a seed.

  npm run campaign:simulate -- [options]

  --schedules <n>   how many (default ${SCHEDULES}, or as many as fit into --minutes)
  --minutes <n>     no new schedule after so long
  --seed <n>        of the first; the next ones count on (default: one by the clock, which is printed)
  --jobs <n>        schedules at once, each in a thread and a database of its own (default ${JOBS}: two for each core)
  --trace           write out every step
  --json            one JSON document instead of lines
  --help            this text

A schedule that breaks a promise is printed with its seed, the rows that show it, and how to run it again alone.
Exits with 1 when there was one. DATABASE_URL names a PostgreSQL to use instead of one of its own.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readSimulationOptions(args: string[]): SimulationOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(JOBS),
      schedules: { type: 'string' },
      minutes: { type: 'string' },
    },
  })
  const { minutes, schedules = minutes === undefined ? SCHEDULES : SCHEDULES_MAX } = values
  return {
    ...readCommon(values),
    schedules: wholeNumber('--schedules', String(schedules), 1, SCHEDULES_MAX),
    minutes: readMinutes(minutes),
  }
}
