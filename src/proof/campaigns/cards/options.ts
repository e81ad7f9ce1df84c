import { parseArgs } from 'node:util'
import { readSeeded, seededFlags, wholeNumber, type SeededOptions } from '../options.ts'

export interface CardTestingOptions extends SeededOptions {
  attempts: number
  flows: number
}

const ATTEMPTS_DEFAULT = 10_000
const FLOWS_DEFAULT = 1000
const MANY = 10_000_000

export const CARD_TESTING_HELP = `Tries stolen cards as a bot does, from one address at many sessions and from many addresses at one session, then lets
honest shoppers pay, many of them behind one address; over the page's backend, the API and real PostgreSQL in this process,
with the limits of production.

  npm run campaign:cards -- [options]

  --attempts <n>    of the bot (default ${ATTEMPTS_DEFAULT})
  --flows <n>       of honest shoppers (default ${FLOWS_DEFAULT})
  --seed <n>        of all that is left to chance (default: one by the clock, which is printed)
  --json            one JSON document instead of lines
  --help            this text

Exits with 1 when more than one of a hundred attempts reached the processor, or an honest shopper was blocked. DATABASE_URL
names a PostgreSQL to use instead of one of its own.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readCardTestingOptions(args: string[]): CardTestingOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...seededFlags(),
      attempts: { type: 'string', default: String(ATTEMPTS_DEFAULT) },
      flows: { type: 'string', default: String(FLOWS_DEFAULT) },
    },
  })
  return {
    ...readSeeded(values),
    attempts: wholeNumber('--attempts', values.attempts, 1, MANY),
    flows: wholeNumber('--flows', values.flows, 0, MANY),
  }
}
