import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'

export interface SoakOptions {
  help: boolean
  json: boolean
  minutes: number
  /** Visits a second. */
  rate: number
  /** Seconds between two looks. */
  every: number
}

export const HELP = `Keeps one process busy at a steady rate: orders, pages with their open streams, payments, refunds, notifications. Along the way it is
looked at what the process holds after its garbage was collected. In the second half nothing may grow: slopes by least squares.

  npm run campaign:soak -- [options]

  --minutes <n>   how long (default 20)
  --rate <n>      visits a second, of about seven requests each (default 5)
  --every <n>     seconds between two looks (default 10)
  --json          one JSON document instead of lines
  --help          this text

Exits with 1 when something grew, and not by chance, or a visit failed other than by 503 or for want of time.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readSoakOptions(args: string[]): SoakOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '20' },
      rate: { type: 'string', default: '5' },
      every: { type: 'string', default: '10' },
    },
  })
  return {
    help: values.help,
    json: values.json,
    minutes: wholeNumber('--minutes', values.minutes, 1, 10_000),
    rate: wholeNumber('--rate', values.rate, 1, 1000),
    every: wholeNumber('--every', values.every, 1, 3600),
  }
}
