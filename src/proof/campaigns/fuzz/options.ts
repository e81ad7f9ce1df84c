import { parseArgs } from 'node:util'
import {
  commonFlags,
  readCommon,
  readMinutes,
  wholeNumber,
  type CommonOptions,
} from '../options.ts'

export interface FuzzOptions extends CommonOptions {
  requests: number
  /** Ends the campaign before its requests are made. */
  minutes: number | undefined
}

const REQUESTS_DEFAULT = 10_000
const REQUESTS_MAX = 100_000_000
const JOBS_DEFAULT = 4

export const FUZZ_HELP = `Makes requests of the OpenAPI document, good ones and spoiled ones, in sequences that use what earlier answers told,
over the whole API in this process and real PostgreSQL, and holds every answer against the document.

  npm run campaign:fuzz -- [options]

  --requests <n>    how many, in whole sequences (default ${REQUESTS_DEFAULT}, or as many as fit into --minutes)
  --minutes <n>     no new sequence after so long
  --seed <n>        of the first sequence; the next ones count on (default: one by the clock, which is printed)
  --jobs <n>        sequences at once, each with merchants of its own (default ${JOBS_DEFAULT})
  --trace           write out every request
  --json            one JSON document instead of lines
  --help            this text

An answer that is not as documented is printed with its seed, the request as a curl command, and how to run its sequence
again. Exits with 1 when there was one. DATABASE_URL names a PostgreSQL to use instead of one of its own.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readFuzzOptions(args: string[]): FuzzOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(JOBS_DEFAULT),
      requests: { type: 'string' },
      minutes: { type: 'string' },
    },
  })
  const { minutes, requests = minutes === undefined ? REQUESTS_DEFAULT : REQUESTS_MAX } = values
  return {
    ...readCommon(values),
    requests: wholeNumber('--requests', String(requests), 1, REQUESTS_MAX),
    minutes: readMinutes(minutes),
  }
}
