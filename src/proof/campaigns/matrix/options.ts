import { parseArgs } from 'node:util'
import { commonFlags, readCommon, wholeNumber, type CommonOptions } from '../options.ts'
import { casesOf } from './cases.ts'

export interface MatrixOptions extends CommonOptions {
  /** How often the whole matrix runs, each time with the next seed. */
  seeds: number
  only: string
}

const JOBS = 2
/** A run has 420 seeds of its own. */
const SEED_MAX = 5_000_000
const SEEDS_MAX = 100_000

export function matrixHelp(): string {
  return `Lets a process die at each of 14 points of an attempt to pay, with each of 10 outcomes at the processor and 3 kinds of shopper:
420 cases, each over real PostgreSQL, each judged by the oracle at rest.

  npm run campaign:matrix -- [options]

  --only <text>   those in whose name it stands, e.g. "CP5" or "503, charged" or "second tab"
  --seed <n>      of the first run (default: one by the clock)
  --seeds <n>     how often the matrix runs, each time with the next seed (default 1)
  --jobs <n>      cases at once, each in a database of its own (default ${JOBS})
  --json          one JSON document instead of lines
  --help          this text

Exits with 1 when a promise broke, or a process did not die where it should. DATABASE_URL names a PostgreSQL to use.
`
}

/** Throws an error whose message tells what is wrong with the arguments. */
export function readMatrixOptions(args: string[]): MatrixOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(JOBS),
      seeds: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  })
  if (casesOf(values.only).length === 0)
    throw new RangeError(`--only ${values.only}: stands in the name of no case`)
  const common = readCommon(values)
  return {
    ...common,
    seed: common.seed % SEED_MAX,
    seeds: wholeNumber('--seeds', values.seeds, 1, SEEDS_MAX),
    only: values.only,
  }
}
