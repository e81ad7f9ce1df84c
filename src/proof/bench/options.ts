import { parseArgs } from 'node:util'

export const CASE_NAMES = ['health', 'read', 'create', 'create-once'] as const
export type CaseName = (typeof CASE_NAMES)[number]

export interface BenchOptions {
  help: boolean
  /** One JSON document instead of the table. */
  json: boolean
  /** What is below its least ratio, or over its budget, makes the command fail. */
  check: boolean
  rounds: number
  roundMs: number
  /** The names of the cases to run; all without any. */
  only: readonly CaseName[]
  /** Where the API's process leaves a profile of its processor time. */
  profile: string | undefined
}

const ROUNDS_DEFAULT = 7
const ROUND_MS_DEFAULT = 1600

export const HELP = `Measures the API against a bare node:http server with the same statements, in one run.

  npm run bench -- [options]

  --json            one JSON document instead of the table
  --check           exit with 1 when a ratio is below its least, or a page over its budget
  --only <case>     ${CASE_NAMES.join(', ')}; may be given more than once
  --rounds <n>      rounds of each case, bare and API in turn (default ${ROUNDS_DEFAULT})
  --round-ms <n>    how long one server is measured in a round (default ${ROUND_MS_DEFAULT})
  --profile <dir>   write a .cpuprofile of the API's process there
  --help            this text

Ratios are of the medians; "rounds" are the least, the median and the greatest of the rounds' own ratios; µs is processor
time of the server's process for a request.
The bare server asks nobody for a key, checks nothing, and sends no headers but type and length.
Absolute numbers say little on a shared machine; the ratios of one run do.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: String(ROUNDS_DEFAULT) },
      'round-ms': { type: 'string', default: String(ROUND_MS_DEFAULT) },
      profile: { type: 'string' },
    },
  })
  return {
    help: values.help,
    json: values.json,
    check: values.check,
    only: values.only.map(caseName),
    rounds: positive('--rounds', values.rounds),
    roundMs: positive('--round-ms', values['round-ms']),
    profile: values.profile,
  }
}

function caseName(text: string): CaseName {
  const name = CASE_NAMES.find((known) => known === text)
  if (name === undefined) throw new RangeError(`--only ${text}: there are ${CASE_NAMES.join(', ')}`)
  return name
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new RangeError(`${name} must be a whole number of at least 1`)
  return number
}
