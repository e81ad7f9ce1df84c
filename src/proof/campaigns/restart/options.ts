import { parseArgs } from 'node:util'
import { commonFlags, readCommon, wholeNumber, type CommonOptions } from '../options.ts'

export interface RestartOptions extends CommonOptions {
  restarts: number
  rps: number
  drain: number
}

export const HELP = `Restarts two processes of the product, one after the other, behind a proxy and under load: no request may fail.
At last one of them is killed: what was under way is repeated by its key. Then everything comes to rest, and the oracle judges.
The proxy is nginx where there is one, with the configuration that the operators' guide prints; else a small one of Node.

  npm run campaign:restart -- [options]

  --restarts <n>    how many (default 10)
  --rps <n>         requests a second (default 50)
  --drain <n>       DRAIN_SECONDS of the processes (default 5)
  --seed <n>        what shoppers do (default: one by the clock, which is printed)
  --json            one JSON document instead of lines
  --help            this text

Exits with 1 when a request failed or a promise broke.
`

const RESTARTS_MAX = 10_000
const RPS_MAX = 2000

/** Throws an error whose message tells what is wrong with the arguments. */
export function readRestartOptions(args: string[]): RestartOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(1),
      restarts: { type: 'string', default: '10' },
      rps: { type: 'string', default: '50' },
      drain: { type: 'string', default: '5' },
    },
  })
  return {
    ...readCommon(values),
    restarts: wholeNumber('--restarts', values.restarts, 1, RESTARTS_MAX),
    rps: wholeNumber('--rps', values.rps, 1, RPS_MAX),
    drain: wholeNumber('--drain', values.drain, 1, 60),
  }
}
