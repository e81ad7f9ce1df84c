import { parseArgs } from 'node:util'
import { readSeeded, seededFlags, wholeNumber, type SeededOptions } from '../options.ts'

export interface TimingOptions extends SeededOptions {
  samples: number
}

const SAMPLES_DEFAULT = '100000'
const SAMPLES_MIN = 1000
const SAMPLES_MAX = 10_000_000

export const TIMING_HELP = `Asks the API, over a real PostgreSQL and within one process, with keys and references that are nearly those that there are
and with others, and a verification of signatures with some that are nearly right, in an order left to chance; then compares
the times by Welch's t, with the slowest left out in steps. From |t| = 4.5 on an answer tells by its time what it must not.
A control that differs by design shows that the measurement sees.

  npm run campaign:timing -- [options]

  --samples <n>   of each pair (default ${SAMPLES_DEFAULT})
  --seed <n>      chooses inputs and order (default: one by the clock, which is printed)
  --json          one JSON document instead of lines
  --help          this text

Exits with 1 when a pair can be told apart. DATABASE_URL names a PostgreSQL to use instead of one of its own.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readTimingOptions(args: string[]): TimingOptions {
  const { values } = parseArgs({
    args,
    options: { ...seededFlags(), samples: { type: 'string', default: SAMPLES_DEFAULT } },
  })
  return {
    ...readSeeded(values),
    samples: wholeNumber('--samples', values.samples, SAMPLES_MIN, SAMPLES_MAX),
  }
}
