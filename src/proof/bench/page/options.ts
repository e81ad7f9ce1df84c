import { parseArgs } from 'node:util'

export interface PageBenchOptions {
  help: boolean
  json: boolean
  rounds: number
}

const ROUNDS_DEFAULT = 7

export const HELP = `Measures the first card page against a static page of the same content, on slow 4G with a slow processor.

  npm run bench:page -- [options]

  --json         one JSON document instead of the table
  --rounds <n>   visits of each page, in turn (default ${ROUNDS_DEFAULT})
  --help         this text

150 ms, 1.6 Mbit/s, a processor slowed down four times, cold cache. The static page is the same HTML without its scripts
and with the card's fields in it instead of their frame, sent by a bare node:http server in the same compression. Exits with 1 when the page is over its budget.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readOptions(args: string[]): PageBenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: String(ROUNDS_DEFAULT) },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new RangeError('--rounds must be a whole number of at least 1')
  return { help: values.help, json: values.json, rounds }
}
