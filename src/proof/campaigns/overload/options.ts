import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'

export interface OverloadOptions {
  help: boolean
  json: boolean
  /** How many times of what the process can do is asked of it. */
  times: number
  seconds: number
  rounds: number
}

export const HELP = `Measures what one process can do: payments, pages, new sessions and reading, each alone and mixed. Then asks many times
as much of it, at that rate whether or not it answers. What is served must stay near the peak, what is refused must be told so, and
payments must be kept over pages, pages over new sessions, those over reading.

  npm run campaign:overload -- [options]

  --times <n>     of the peak is offered (default 10)
  --seconds <n>   of each measurement (default 5)
  --rounds <n>    the one with the median counts (default 3)
  --json          one JSON document instead of lines
  --help          this text

Exits with 1 when less than 80 % of the peak was done, by the work that calls take, or another promise broke.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readOverloadOptions(args: string[]): OverloadOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      times: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
    },
  })
  return {
    help: values.help,
    json: values.json,
    times: wholeNumber('--times', values.times, 2, 100),
    seconds: wholeNumber('--seconds', values.seconds, 1, 600),
    rounds: wholeNumber('--rounds', values.rounds, 1, 99),
  }
}
