import { parseArgs } from 'node:util'
import { commonFlags, readCommon, wholeNumber, type CommonOptions } from '../options.ts'

export interface FailoverOptions extends CommonOptions {
  rounds: number
  contrast: boolean
}

const ROUNDS_DEFAULT = 5
const ROUNDS_MAX = 100_000

export const FAILOVER_HELP = `Runs two processes of the product with a primary and a standby of PostgreSQL, destroys the primary with its disk while
people shop, lets the standby take its place, and asks the oracle whether anything is lost that was acknowledged.
Then once more with a standby that nobody waits for, to see that the oracle would see it. --seed chooses the moments;
what real processes make of them is theirs, so a seed need not repeat itself.

  npm run campaign:failover -- [options]

  --rounds <n>      how often the primary is lost (default ${ROUNDS_DEFAULT})
  --no-contrast     not the second part
  --seed <n>        of the first round; the next ones count on (default: one by the clock, which is printed)
  --trace           write out every round
  --json            one JSON document instead of lines
  --help            this text

Exits with 1 when a promise broke while commits waited for the standby.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readFailoverOptions(args: string[]): FailoverOptions {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      ...commonFlags(1),
      rounds: { type: 'string', default: String(ROUNDS_DEFAULT) },
      contrast: { type: 'boolean', default: true },
    },
  })
  return {
    ...readCommon(values),
    rounds: wholeNumber('--rounds', values.rounds, 1, ROUNDS_MAX),
    contrast: values.contrast,
  }
}
