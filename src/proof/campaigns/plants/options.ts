import { parseArgs } from 'node:util'
import { GUARDS, type Guard } from '../guards/guards.ts'
import { commonFlags, readCommon, wholeNumber, type CommonOptions } from '../options.ts'
import type { Plant } from '../simulation/plant.ts'
import { MONEY_PLANTS } from './money-plants.ts'
import { REPEAT_PLANTS } from './repeat-plants.ts'
import { TELLING_PLANTS } from './telling-plants.ts'

export interface PlantOptions extends CommonOptions {
  /** How many may go by at most for one fault. */
  schedules: number
  only: string
}

const DEFAULTS = { schedules: 1000, jobs: 4 }
const SCHEDULES_MAX = 1_000_000

export const PLANTS: readonly Plant[] = [...MONEY_PLANTS, ...TELLING_PLANTS, ...REPEAT_PLANTS]

export function plantsHelp(): string {
  return `Plants ${PLANTS.length} faults in the product, one after the other, and runs schedules until the oracle sees each. Then takes
${GUARDS.length} guards that are no matter of the books out of a copy of the sources, and runs the test that must turn red.

  npm run campaign:oracle -- [options]

  --only <text>     those in whose name it stands, e.g. "refund" or "is not compared"
  --schedules <n>   how many may go by at most for one fault (default ${DEFAULTS.schedules})
  --seed <n>        of the first schedule of each fault; the next ones count on (default: one by the clock, which is printed)
  --jobs <n>        faults at once, each in a database of its own (default ${DEFAULTS.jobs})
  --json            one JSON document instead of lines
  --help            this text

Exits with 1 when a fault or a missing guard was not seen. DATABASE_URL names a PostgreSQL to use instead of one of its own.
`
}

/** Throws an error whose message tells what is wrong with the arguments. */
export function readPlantOptions(args: string[]): PlantOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(DEFAULTS.jobs),
      schedules: { type: 'string', default: String(DEFAULTS.schedules) },
      only: { type: 'string', default: '' },
    },
  })
  const { only } = values
  if (named(PLANTS, only).length + named(GUARDS, only).length === 0)
    throw new RangeError(`--only ${only}: stands in the name of no fault and no guard`)
  return {
    ...readCommon(values),
    schedules: wholeNumber('--schedules', values.schedules, 1, SCHEDULES_MAX),
    only,
  }
}

/** Those in whose name the text stands. */
export function named<T extends Plant | Guard>(all: readonly T[], only: string): T[] {
  return all.filter(({ name }) => name.includes(only))
}
